import { createGlobalTheme } from '@vanilla-extract/css'
import { color } from './contract.css.ts'
import { base } from './layers.css.ts'
import { baseGlobal } from './style.ts'

createGlobalTheme(':root, [data-theme=light]', color, {
  '@layer': base,
  surface: {
    canvas: '#FFFFFF',
    sidebar: '#F6F7FA',
    panel: '#FFFFFF',
    raised: '#FFFFFF',
    dialog: '#FFFFFF',
    sunken: '#F5F7FA',
    hover: '#F2F5F9',
    hoverStrong: '#E4E9F1',
    selected: '#EAF0FC',
    nav: '#E2EAF9',
    overlay: 'rgba(15,23,42,.40)',
  },
  text: { default: '#141C2B', muted: '#4D586B', faint: '#626D80', disabled: '#98A1B0', link: '#1B4FAE' },
  border: { hairline: '#ECEFF4', default: '#DEE3EB', strong: '#C6CEDA', control: '#7D879A', focus: '#2563D9' },
  primary: { solid: '#173A7E', hover: '#1F4A9C', active: '#112D64', on: '#FFFFFF', text: '#173A7E', tint: '#EAF0FC' },
  ok: { text: '#14693F', solid: '#1C8A55', tint: '#E7F5EC', border: '#B5DEC6' },
  warning: { text: '#80500A', solid: '#B26A00', tint: '#FDF3DF', border: '#EFD49B' },
  danger: {
    text: '#B02323',
    solid: '#CF3535',
    tint: '#FDECEC',
    border: '#F2C0C0',
    fill: '#BE2A2A',
    fillHover: '#A22020',
    on: '#FFFFFF',
  },
  info: { text: '#1B4FAE', solid: '#2563D9', tint: '#EAF0FC', border: '#BFD1F5' },
  neutral: { text: '#4D586B', tint: '#EFF2F6', border: '#DEE3EB' },
  control: { thumb: '#FFFFFF' },
  tooltip: { surface: '#1B2434', on: '#F3F5F9' },
  brand: { surface: '#102A5C', on: '#FFFFFF', muted: '#B9C8E8', tile: '#173A7E', accent: '#8FB6FF' },
  code: { key: '#1B4FAE', string: '#14693F', number: '#8A3FA0' },
  chart: {
    1: '#1D3E9C',
    2: '#D07018',
    3: '#1BA196',
    4: '#6B0F4A',
    5: '#5C6675',
    6: '#9A63E3',
    grid: '#ECEFF4',
    axis: '#626D80',
    track: '#E9EDF3',
    fill: '.10',
  },
  skeleton: '#EDF0F5',
  shadow: {
    control: '0 1px 1px rgba(16,24,40,.05)',
    raised: '0 1px 2px rgba(16,24,40,.06), 0 1px 1px rgba(16,24,40,.04)',
    menu: '0 0 0 1px rgba(16,24,40,.07), 0 2px 4px rgba(16,24,40,.05), 0 10px 24px -6px rgba(16,24,40,.16)',
    dialog: '0 0 0 1px rgba(16,24,40,.06), 0 8px 20px rgba(16,24,40,.08), 0 32px 64px -16px rgba(16,24,40,.28)',
    knob: '0 1px 2px rgba(0,0,0,.25)',
  },
})

baseGlobal(':root, [data-theme=light]', { colorScheme: 'light' })
