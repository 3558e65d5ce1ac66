import {
  centeredSquare,
  edge,
  ellipsis,
  exactText,
  flexRow,
  gridOf,
  hairline,
  inlineRow,
  narrow,
  newerButton,
  pageStyle,
  pageVariants,
  smallText,
  vars,
} from 'stowage/theme'

const level = { ...inlineRow('tight'), maxWidth: '100%' } as const

export const levels = pageVariants({
  warning: { ...level, color: vars.warning.text },
  danger: { ...level, color: vars.danger.text, fontWeight: vars.weight.bold },
})

/** Preserves line breaks and wraps long lines. */
export const lines = pageStyle(exactText)

export const side = pageStyle({ ...gridOf(2), minWidth: 0, paddingBottom: vars.space[4] })

export const title = pageStyle({ fontWeight: vars.weight.bold })

export const sentence = pageStyle({ paddingBottom: vars.space[4], font: vars.text.control, overflowWrap: 'anywhere' })

export const hint = pageStyle({ color: vars.text.muted })

/** Next to the buttons of the page; in narrow windows the title needs the room. */
export const wideFact = pageStyle({
  font: vars.text.control,
  color: vars.text.muted,
  '@media': { [narrow]: { display: 'none' } },
})

/** A name that is truncated before the text behind it. */
export const named = pageStyle({
  ...gridOf(2, 'minmax(0, auto) max-content'),
  alignItems: 'center',
  justifyContent: 'start',
  minWidth: 0,
})

export const action = pageStyle({ display: 'flex', minWidth: 0 })

/** Shrinks only after the rest is gone. */
export const actionEnd = pageStyle({ flex: '0 0.0001 auto', minWidth: 0, ...ellipsis })

export const number = pageStyle({ color: vars.code.number })

export const muted = pageStyle({ color: vars.text.muted })

export const truncated = pageStyle({ minWidth: 0, ...ellipsis })

/** Same height as the inputs next to it. */
export const search = pageStyle({
  flex: `1 1 ${vars.size.searchLeast}`,
  maxWidth: vars.size.search,
  alignSelf: 'flex-end',
  '@media': { [narrow]: { maxWidth: 'none' } },
})

export const entries = pageStyle({ position: 'relative', flex: '1', minHeight: vars.size.editor })

const columns = {
  display: 'grid',
  gridTemplateColumns: `${vars.size.iconButton} 104px 88px minmax(0, 3fr) minmax(0, 3fr) minmax(0, 12fr)`,
  alignItems: 'center',
  columnGap: vars.space[4],
} as const

export const headers = pageStyle({
  ...columns,
  flex: 'none',
  height: vars.size.tableHead,
  borderBottom: edge,
  ...smallText(12, 'faint'),
  '@media': { [narrow]: { display: 'none' } },
})

export const list = pageStyle({
  flex: '1 1 0',
  minHeight: 0,
  overflow: 'auto',
  overflowAnchor: 'none',
  font: vars.text.control,
})

export const entry = pageStyle({ borderBottom: hairline })

/** One line of the list; in narrow windows the text moves below time and node. */
export const row = pageStyle({
  ...columns,
  minHeight: vars.size.row,
  cursor: 'pointer',
  selectors: {
    '&:hover': { background: vars.surface.hover },
    '[data-open] > &': { background: vars.surface.selected },
  },
  '@media': {
    [narrow]: {
      gridTemplateColumns: `${vars.size.iconButton} max-content max-content minmax(0, 1fr)`,
      columnGap: vars.space[3],
      padding: `${vars.space[3]} 0`,
    },
  },
})

export const toggle = pageStyle({ ...centeredSquare(vars.size.iconButton), color: vars.text.muted })

export const time = pageStyle({ color: vars.text.muted, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })

export const api = pageStyle({ '@media': { [narrow]: { display: 'none' } } })

export const message = pageStyle({ ...flexRow(3), minWidth: 0, '@media': { [narrow]: { gridColumn: '2 / -1' } } })

export const times = pageStyle({ flex: 'none' })

export const messageText = pageStyle({
  minWidth: 0,
  ...ellipsis,
  '@media': {
    [narrow]: { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, whiteSpace: 'normal' },
  },
})

export const details = pageStyle({
  ...gridOf(4),
  minWidth: 0,
  padding: `${vars.space[4]} 0 ${vars.space[5]} calc(${vars.size.iconButton} + ${vars.space[4]})`,
  '@media': { [narrow]: { paddingLeft: 0 } },
})

export const columnsOf = pageStyle({ ...gridOf([0, 7], 'repeat(2, minmax(0, 1fr))', narrow) })

/** Stack trace; the first frame is where the error occurred. */
export const source = pageStyle({
  margin: 0,
  padding: `${vars.space[3]} 0`,
  border: edge,
  borderRadius: vars.radius.md,
  background: vars.surface.sunken,
  font: vars.text.mono,
  overflowWrap: 'anywhere',
  counterReset: 'step',
  listStyle: 'none',
})

export const step = pageStyle({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${vars.space[4]}`,
  padding: `0 ${vars.space[4]}`,
  counterIncrement: 'step',
  borderLeft: `${vars.size.line} solid transparent`,
  selectors: {
    '&::before': { content: 'counter(step)', minWidth: vars.space[5], color: vars.text.muted, textAlign: 'right' },
    '&:first-child': { background: vars.danger.tint, borderLeftColor: vars.danger.text },
  },
})

export const none = pageStyle({ padding: vars.space[6], color: vars.text.muted, textAlign: 'center' })

export const foot = pageStyle({
  flex: 'none',
  padding: `${vars.space[4]} 0`,
  ...smallText(12),
  // as on the other live pages
  textAlign: 'right',
})

/** Button that returns to the newest lines. */
export const newer = pageStyle({ ...newerButton, bottom: vars.space[5] })
