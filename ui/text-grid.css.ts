import { vars } from '../themes/contract.css.ts'
import { edge, hairline, scrollBox, smallText, tabular, wellFrame } from '../themes/fragments.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

/** Scrolls by itself, so that the page never does. */
export const sheet = uiStyle({ flex: '1 1 auto', ...scrollBox, ...wellFrame })

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
  borderBottom: hairline,
  borderRight: hairline,
  textAlign: 'left',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'pre',
} as const

export const cell = uiVariants({
  text: { ...cellBase, maxWidth: vars.size.dock },
  number: { ...cellBase, ...tabular, textAlign: 'right' },
  date: { ...cellBase, ...tabular, maxWidth: vars.size.search },
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
  borderBottom: edge,
} as const

export const head = uiVariants({
  text: { ...headBase, maxWidth: vars.size.dock },
  number: { ...headBase, textAlign: 'right' },
  date: { ...headBase, maxWidth: vars.size.search },
})

export const type = uiStyle({ display: 'block', ...smallText(11, 'faint') })

const counterBase = {
  ...cellBase,
  ...tabular,
  position: 'sticky',
  left: 0,
  minWidth: vars.size.lineNumber,
  textAlign: 'right',
  ...smallText(12, 'faint'),
  background: vars.surface.canvas,
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
