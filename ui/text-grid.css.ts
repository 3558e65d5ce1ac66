import { vars } from '../themes/contract.css.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

/** Scrolls by itself, so that the page never does. */
export const sheet = uiStyle({
  flex: '1 1 auto',
  minHeight: 0,
  overflow: 'auto',
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.sunken,
  outlineOffset: `calc(${vars.size.focus} * -1)`,
})

export const table = uiStyle({
  borderCollapse: 'separate',
  borderSpacing: 0,
  font: vars.text.control,
  minWidth: '100%',
})

const cellBase = {
  height: vars.size.rowCompact,
  minWidth: vars.size.crumb,
  maxWidth: vars.size.date,
  padding: `0 ${vars.space[4]}`,
  borderBottom: `1px solid ${vars.border.hairline}`,
  borderRight: `1px solid ${vars.border.hairline}`,
  textAlign: 'left',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'pre',
} as const

const figures = { fontVariantNumeric: 'tabular-nums', fontKerning: 'none' } as const

export const cell = uiVariants({
  text: { ...cellBase, maxWidth: vars.size.dock },
  number: { ...cellBase, ...figures, textAlign: 'right' },
  date: { ...cellBase, ...figures, maxWidth: vars.size.search },
})

const headBase = {
  ...cellBase,
  position: 'sticky',
  top: 0,
  zIndex: vars.z.sticky,
  height: vars.size.banner,
  font: vars.text.mono,
  fontWeight: vars.weight.bold,
  background: vars.surface.canvas,
  borderBottom: `1px solid ${vars.border.default}`,
} as const

export const head = uiVariants({
  text: { ...headBase, maxWidth: vars.size.dock },
  number: { ...headBase, textAlign: 'right' },
  date: { ...headBase, maxWidth: vars.size.search },
})

export const type = uiStyle({ display: 'block', font: vars.text[11], color: vars.text.faint })

const counterBase = {
  ...cellBase,
  ...figures,
  position: 'sticky',
  left: 0,
  minWidth: vars.size.lineNumber,
  textAlign: 'right',
  color: vars.text.faint,
  background: vars.surface.canvas,
  font: vars.text[12],
} as const

/** Row numbers of rows with the right or the wrong number of columns. */
export const counter = uiVariants({ right: counterBase, wrong: { ...counterBase, color: vars.warning.text } })

export const corner = uiStyle({
  ...headBase,
  left: 0,
  minWidth: vars.size.lineNumber,
  zIndex: vars.z.docked,
  textAlign: 'right',
})

export const empty = uiStyle({ color: vars.text.faint })
