import { vars } from '../../themes/contract.css.ts'
import { centeredSquare, edge, ellipsis, flexColumn, flexRow, smallText } from '../../themes/fragments.ts'
import { noHover, inContrast, narrow } from '../../themes/media.ts'
import { pageStyle, pageVariants } from '../../themes/style.ts'

const sideBase = {
  position: 'relative',
  zIndex: vars.z.sidebar,
  ...flexColumn(),
  minHeight: 0,
  background: vars.surface.sidebar,
  borderInlineEnd: edge,
  '@media': { [narrow]: { display: 'none' } },
} as const

export const side = pageVariants({ open: sideBase, closed: sideBase })

const inClosed = `${side.closed} &`

export const head = pageStyle({
  flex: 'none',
  ...flexRow(),
  justifyContent: 'space-between',
  height: vars.size.header,
  padding: `0 ${vars.shell.inset} 0 ${vars.space[5]}`,
  selectors: { [inClosed]: { justifyContent: 'center', padding: 0 } },
})

export const tools = pageStyle({
  display: 'flex',
  justifyContent: 'center',
  gap: vars.space[2],
  marginBottom: vars.space[3],
})

export const find = pageStyle({
  flex: 'none',
  ...flexRow(3),
  height: vars.size.control,
  margin: `0 ${vars.shell.inset} ${vars.space[3]}`,
  padding: `0 ${vars.space[3]}`,
  border: edge,
  borderRadius: vars.radius.sm,
  background: vars.surface.panel,
  boxShadow: vars.shadow.control,
  ...smallText(13, 'faint'),
  ':hover': { borderColor: vars.border.strong },
  selectors: { [inContrast]: { borderColor: vars.border.strong } },
})

/** Phones have no keyboard. */
export const findKey = pageStyle({ '@media': { [narrow]: { display: 'none' } } })

export const findLabel = pageStyle({ flex: 1 })

export const nav = pageStyle({
  flex: 1,
  minHeight: 0,
  overflow: 'hidden auto',
  scrollbarWidth: 'thin',
  padding: `${vars.space[1]} ${vars.shell.inset} ${vars.space[3]}`,
  selectors: {
    [inClosed]: { ...flexColumn(), padding: `${vars.space[1]} ${vars.space[3]}` },
  },
})

/** In the collapsed sidebar all entries share the height, and shrink together before the last ones have to scroll. */
export const group = pageStyle({ selectors: { [inClosed]: { display: 'contents' } } })

export const item = pageStyle({
  selectors: { [inClosed]: { flex: `0 1 ${vars.shell.entryClosed}`, minHeight: vars.shell.entryLeast } },
})

export const heading = pageStyle({
  ...smallText(12, 'faint'),
  padding: `${vars.space[4]} ${vars.space[3]} ${vars.space[2]}`,
})

export const groupGap = pageStyle({
  flex: 'none',
  height: '1px',
  background: vars.border.default,
  margin: `${vars.space[3]} ${vars.space[4]}`,
})

const entry = {
  position: 'relative',
  ...flexRow(),
  gap: vars.shell.inset,
  height: vars.shell.entry,
  marginBottom: '1px',
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.sm,
  color: vars.text.muted,
  font: vars.text.control,
  whiteSpace: 'nowrap',
  ':hover': { background: vars.surface.hoverStrong, color: vars.text.default, textDecoration: 'none' },
  '@media': { [narrow]: { font: vars.text[14] } },
} as const

const inside = { outlineOffset: `calc(-1 * ${vars.size.focus})` }

const stacked = {
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 0,
  height: `calc(100% - 1px)`,
  padding: `0 ${vars.space[1]}`,
  font: vars.text[11],
} as const

export const entryLook = pageVariants({
  other: { ...entry, selectors: { '&:focus-visible': inside, [inClosed]: stacked } },
  current: {
    ...entry,
    background: vars.surface.nav,
    color: vars.primary.text,
    fontWeight: vars.weight.bold,
    ':hover': { textDecoration: 'none' },
    '@media': { [narrow]: { font: vars.text[14], fontWeight: vars.weight.bold } },
    selectors: {
      '&:focus-visible': inside,
      [inClosed]: { ...stacked, fontWeight: vars.weight.bold },
      [inContrast]: { boxShadow: `inset 0 0 0 ${vars.size.focus} ${vars.border.strong}` },
    },
  },
})

export const label = pageStyle({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  minWidth: 0,
  flex: 1,
  selectors: { [inClosed]: { flex: 'none', maxWidth: vars.shell.entryLabel } },
})

/** A pinned page, with its button above the end of the entry. */
export const pin = pageStyle({ position: 'relative' })

export const unpin = pageStyle({
  position: 'absolute',
  insetBlock: 0,
  right: 0,
  ...flexRow(),
  opacity: 0,
  selectors: { [`${pin}:hover &, ${pin}:focus-within &`]: { opacity: 1 } },
  '@media': { [noHover]: { opacity: 1 } },
})

export const foot = pageStyle({
  flex: 'none',
  ...flexRow(3),
  height: vars.shell.foot,
  padding: `0 ${vars.shell.inset}`,
  borderTop: edge,
  selectors: { [inClosed]: { gap: vars.space[1], justifyContent: 'center', padding: 0 } },
})

export const avatar = pageStyle({
  flex: 'none',
  ...centeredSquare(vars.shell.avatar),
  borderRadius: vars.radius.full,
  background: vars.surface.nav,
  color: vars.primary.text,
  font: vars.text[11],
  fontWeight: vars.weight.bold,
})

export const account = pageStyle({ flex: 1, minWidth: 0, ...ellipsis, font: vars.text.control })
