import { narrow, pageStyle, pageVariants, vars } from 'stowage/theme'

export const preview = pageStyle({
  flex: '1',
  display: 'flex',
  flexDirection: 'column',
  minHeight: vars.size.editor,
  minWidth: 0,
})

export const tools = pageStyle({
  flex: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[4]} 0`,
})

export const push = pageStyle({ marginLeft: 'auto', '@media': { [narrow]: { display: 'none' } } })

/** Separator choice, as wide as its text. */
export const split = pageStyle({ width: vars.size.filter })

/** Wide contents scroll in here, never the page. */
export const sheet = pageStyle({
  flex: '1 1 auto',
  minHeight: 0,
  overflow: 'auto',
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.sunken,
  outlineOffset: `calc(${vars.size.focus} * -1)`,
})

const letters = { margin: 0, padding: vars.space[4], font: vars.text.mono, color: vars.text.default } as const

/** Text may break anywhere, bytes do not. */
export const lines = pageVariants({
  text: { ...letters, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  hex: { ...letters, whiteSpace: 'pre', width: 'max-content' },
})

export const frame = pageStyle({
  flex: '1',
  width: '100%',
  minHeight: vars.size.editor,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.sunken,
})

export const pages = pageStyle({ display: 'grid', justifyItems: 'center', gap: vars.space[4], padding: vars.space[4] })

export const leaf = pageStyle({ maxWidth: 'none', height: 'auto', boxShadow: vars.shadow.control })

export const pageNumber = pageStyle({ width: vars.size.lineNumber })

/** Text of a rendered page, for copying and screen readers. */
export const words = pageStyle({
  flex: 'none',
  maxHeight: '30%',
  overflow: 'auto',
  marginTop: vars.space[3],
  font: vars.text.control,
})

export const table = pageStyle({
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

export const cell = pageVariants({
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

export const head = pageVariants({
  text: { ...headBase, maxWidth: vars.size.dock },
  number: { ...headBase, textAlign: 'right' },
  date: { ...headBase, maxWidth: vars.size.search },
})

export const type = pageStyle({ display: 'block', font: vars.text[11], color: vars.text.faint })

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
export const counter = pageVariants({ right: counterBase, wrong: { ...counterBase, color: vars.warning.text } })

export const corner = pageStyle({
  ...headBase,
  left: 0,
  minWidth: vars.size.lineNumber,
  zIndex: vars.z.docked,
  textAlign: 'right',
})

export const empty = pageStyle({ color: vars.text.faint })

export const foot = pageStyle({
  flex: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[1]} ${vars.space[4]}`,
  minHeight: vars.size.row,
  padding: `${vars.space[2]} 0`,
  font: vars.text[12],
  color: vars.text.faint,
})

export const safe = pageStyle({ marginLeft: 'auto', '@media': { [narrow]: { marginLeft: 0 } } })

/** In a dialog, a preview uses the window's height. */
export const inDialog = pageStyle({ display: 'flex', flexDirection: 'column', height: '60dvh', minHeight: 0 })

/** Small box in a panel, with truncated text. */
export const glance = pageStyle({
  flex: 'none',
  display: 'block',
  width: '100%',
  height: vars.size.glance,
  overflow: 'hidden',
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.sunken,
})

export const nothing = pageStyle({
  height: '100%',
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: vars.space[3],
  font: vars.text[12],
  color: vars.text.faint,
})
