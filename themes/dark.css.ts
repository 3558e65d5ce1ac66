import { createGlobalTheme } from '@vanilla-extract/css'
import { color } from './contract.css.ts'
import { base } from './layers.css.ts'
import { baseGlobal } from './style.ts'

createGlobalTheme('[data-theme=dark]', color, {
  '@layer': base,
  surface: {
    canvas: '#0E131C',
    sidebar: '#0A0E16',
    panel: '#131A26',
    raised: '#1A2231',
    dialog: '#151C28',
    sunken: '#0A0F17',
    hover: '#182130',
    hoverStrong: '#26324A',
    selected: '#162A4D',
    nav: '#16264A',
    overlay: 'rgba(3,6,12,.64)',
  },
  text: { default: '#E6EBF3', muted: '#A5B0C2', faint: '#8995A9', disabled: '#576275', link: '#8FB6FF' },
  border: { hairline: '#1C2433', default: '#273143', strong: '#3A465B', control: '#69768C', focus: '#7FABFF' },
  primary: { solid: '#3368D4', hover: '#3D72DE', active: '#2857B8', on: '#FFFFFF', text: '#9DBFFF', tint: '#16264A' },
  ok: { text: '#62CF95', solid: '#35B873', tint: '#10291E', border: '#1E4A35' },
  warning: { text: '#EDB75A', solid: '#E0A030', tint: '#2B2110', border: '#53401B' },
  danger: {
    text: '#FF9A94',
    solid: '#F0655E',
    tint: '#331719',
    border: '#62282B',
    fill: '#C93B3B',
    fillHover: '#B53030',
    on: '#FFFFFF',
  },
  info: { text: '#8FB6FF', solid: '#5B93F5', tint: '#16264A', border: '#284378' },
  neutral: { text: '#A5B0C2', tint: '#232E40', border: '#36435A' },
  control: { thumb: '#F3F6FC' },
  tooltip: { surface: '#E6EBF3', on: '#141C2B' },
  brand: { surface: '#0C1E44', on: '#F3F6FC', muted: '#A9BBE0', tile: '#173A7E', accent: '#8FB6FF' },
  code: { key: '#8FB6FF', string: '#7BD3A4', number: '#D3A3F0' },
  chart: {
    1: '#6F9FFC',
    2: '#E88E3E',
    3: '#8CF0C8',
    4: '#D4457F',
    5: '#B5BBC6',
    6: '#6C68E2',
    grid: '#1E2736',
    axis: '#8995A9',
    track: '#232D3E',
    fill: '.16',
  },
  skeleton: '#1C2533',
  shadow: {
    control: 'none',
    raised: '0 1px 2px rgba(0,0,0,.4)',
    menu: '0 0 0 1px #2B3649, 0 10px 28px -4px rgba(0,0,0,.6)',
    dialog: '0 0 0 1px #2B3649, 0 32px 72px -12px rgba(0,0,0,.75)',
    knob: '0 1px 2px rgba(0,0,0,.25)',
  },
})

baseGlobal('[data-theme=dark]', { colorScheme: 'dark' })
