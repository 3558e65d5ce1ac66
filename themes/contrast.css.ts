import { createGlobalTheme } from '@vanilla-extract/css'
import { color } from './contract.css.ts'
import { base } from './layers.css.ts'
import { baseGlobal } from './style.ts'

createGlobalTheme('[data-theme=contrast]', color, {
  '@layer': base,
  surface: {
    canvas: '#000000',
    sidebar: '#000000',
    panel: '#000000',
    raised: '#0B0B0B',
    dialog: '#000000',
    sunken: '#000000',
    hover: '#1C1C1C',
    hoverStrong: '#333333',
    selected: '#00275C',
    nav: '#00275C',
    overlay: 'rgba(0,0,0,.80)',
  },
  text: { default: '#FFFFFF', muted: '#E4E4E4', faint: '#CFCFCF', disabled: '#8F8F8F', link: '#A8CBFF' },
  border: { hairline: '#6B6B6B', default: '#9A9A9A', strong: '#FFFFFF', control: '#FFFFFF', focus: '#FFE04A' },
  primary: { solid: '#A8CBFF', hover: '#CFE2FF', active: '#8BB6FF', on: '#000000', text: '#A8CBFF', tint: '#001B42' },
  ok: { text: '#7CF2AE', solid: '#7CF2AE', tint: '#001F0F', border: '#7CF2AE' },
  warning: { text: '#FFD479', solid: '#FFD479', tint: '#241900', border: '#FFD479' },
  danger: {
    text: '#FFB3AE',
    solid: '#FFB3AE',
    tint: '#2E0000',
    border: '#FFB3AE',
    fill: '#FFB3AE',
    fillHover: '#FFD0CD',
    on: '#000000',
  },
  info: { text: '#A8CBFF', solid: '#A8CBFF', tint: '#001B42', border: '#A8CBFF' },
  neutral: { text: '#FFFFFF', tint: '#1A1A1A', border: '#9A9A9A' },
  control: { thumb: '#FFFFFF' },
  tooltip: { surface: '#FFFFFF', on: '#000000' },
  brand: { surface: '#000000', on: '#FFFFFF', muted: '#E4E4E4', tile: '#173A7E', accent: '#8FB6FF' },
  code: { key: '#A8CBFF', string: '#7CF2AE', number: '#FFC4EC' },
  chart: {
    1: '#7FAEFF',
    2: '#FFA54F',
    3: '#A6FFD9',
    4: '#FF5FA2',
    5: '#C9C9C9',
    6: '#8580FF',
    grid: '#3A3A3A',
    axis: '#E4E4E4',
    track: '#3A3A3A',
    fill: '0',
  },
  skeleton: '#2E2E2E',
  shadow: {
    control: 'none',
    raised: 'none',
    menu: '0 0 0 2px #FFFFFF',
    dialog: '0 0 0 2px #FFFFFF',
    knob: 'none',
  },
})

baseGlobal('[data-theme=contrast]', { colorScheme: 'dark' })
