import { vars } from '../themes/contract.css.ts'
import {
  edge,
  flexColumn,
  flexRow,
  hairline,
  inlineRow,
  nameEllipsis,
  scrollBox,
  smallText,
  tabular,
} from '../themes/fragments.ts'
import { noHover, forcedColors, narrow } from '../themes/media.ts'
import { uiGlobal, uiStyle, uiVariants } from '../themes/style.ts'

const frameBase = { ...flexColumn(), minWidth: 0 } as const

/**
 * `page` fills the remaining page and scrolls inside; `content` is as high as its rows, up to a dozen; `rows` as all of
 * them.
 */
export const frame = uiVariants({
  page: { ...frameBase, flex: '1', minHeight: vars.size.editor },
  content: { ...frameBase, maxHeight: vars.size.tableBox },
  rows: frameBase,
})

export const scroller = uiStyle({
  flex: '0 1 auto',
  ...scrollBox,
  overflowX: 'hidden',
  font: vars.text.control,
  '@media': { [narrow]: { marginInline: `calc(${vars.size.gutter} * -1)` } },
})

/** On narrow screens rows span the window. */
const bleed = { '@media': { [narrow]: { paddingInline: vars.size.gutter } } } as const

const columns = { display: 'grid', gridTemplateColumns: 'var(--table-columns)', alignItems: 'center' } as const

/** Sticky elements stick only inside their own parent, which has to be the scroll container. */
export const headGroup = uiStyle({ position: 'sticky', top: 0, zIndex: vars.z.sticky })

export const head = uiStyle({
  ...columns,
  height: vars.size.tableHead,
  borderBottom: edge,
  background: vars.surface.canvas,
  ...smallText(12, 'faint'),
  selectors: { '[role=dialog] &': { background: vars.surface.dialog } },
  ...bleed,
})

const headCell = {
  position: 'relative',
  ...flexRow(),
  minWidth: 0,
  height: '100%',
  padding: `0 ${vars.space[4]}`,
  '@media': { [narrow]: { padding: 0 } },
} as const

export const headCellAlign = uiVariants({
  left: headCell,
  right: { ...headCell, justifyContent: 'flex-end' },
})

export const sortButton = uiStyle({
  ...inlineRow(2),
  minWidth: 0,
  minHeight: vars.size.target,
  font: 'inherit',
  borderRadius: vars.radius.xs,
  selectors: {
    '&:hover': { color: vars.text.default },
    '[aria-sort] &': { color: vars.text.default, fontWeight: vars.weight.bold },
  },
  '@media': { [narrow]: { flex: '1', justifyContent: 'space-between' } },
})

/** Position of a column in a sort by several. */
export const sortNumber = uiStyle({ fontVariantNumeric: 'tabular-nums' })

/** Between two headers: as wide as the gap between their texts. */
export const grip = uiStyle({
  position: 'absolute',
  zIndex: vars.z.sticky,
  insetBlock: 0,
  right: `calc(${vars.space[4]} * -1)`,
  width: vars.size.target,
  cursor: 'col-resize',
  touchAction: 'none',
  selectors: {
    '&::after': { content: '""', position: 'absolute', insetBlock: vars.space[3], left: '50%', width: '1px' },
    [`${headGroup}:hover &::after`]: { background: vars.border.default },
    '&:hover::after, &:active::after': { background: vars.border.focus },
  },
})

export const body = uiStyle({ position: 'relative' })

export const row = uiStyle({
  ...columns,
  position: 'absolute',
  insetInline: 0,
  borderBottom: hairline,
  selectors: {
    '&:hover': { background: vars.surface.hover },
    '&[aria-selected=true]': { background: vars.surface.selected },
    '&[data-open]': { background: vars.surface.selected, boxShadow: `inset ${vars.size.line} 0 ${vars.primary.text}` },
    '&[data-over]': { background: vars.primary.tint, boxShadow: `inset 0 0 0 ${vars.size.line} ${vars.primary.text}` },
    '&:focus-visible': { outlineOffset: `calc(${vars.size.focus} * -1)` },
  },
  '@media': {
    ...bleed['@media'],
    [forcedColors]: { selectors: { '&[aria-selected=true]': { outline: '1px solid Highlight' } } },
  },
})

const cellBase = { ...nameEllipsis, padding: `0 ${vars.space[4]}` } as const

export const cell = uiVariants({
  name: cellBase,
  plain: cellBase,
  muted: { ...cellBase, color: vars.text.muted },
  mono: { ...cellBase, font: vars.text.mono },
  number: { ...cellBase, ...tabular, textAlign: 'right' },
  date: { ...cellBase, ...tabular, color: vars.text.muted },
})

export const right = uiStyle({ textAlign: 'right' })

/** An icon before the text, a badge after it. */
export const line = uiStyle({ ...flexRow(3), minWidth: 0 })

// higher than the line, it would displace the second line
uiGlobal(`${line} > button`, { marginBlock: `calc(${vars.space[3]} * -1)` })

export const lead = uiStyle({ display: 'flex', flex: 'none', color: vars.text.muted })

/** Not wider than its cell, also when click targets are measured. */
export const link = uiStyle({
  display: 'inline-block',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'middle',
  color: vars.text.default,
  selectors: { '&:focus-visible': { outlineOffset: `calc(${vars.size.focus} * -1)` } },
})

export const linkLook = uiVariants({
  name: { fontWeight: vars.weight.bold },
  other: {},
})

export const missing = uiStyle({ color: vars.text.faint })

export const checkCell = uiStyle({
  display: 'flex',
  paddingLeft: vars.space[4],
  '@media': { [narrow]: { paddingLeft: 0 } },
})

export const actions = uiStyle({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: vars.space[1],
  padding: `0 ${vars.space[3]}`,
  opacity: 0,
  selectors: {
    [`${row}:hover &, ${row}:focus &, ${row}:focus-within &, ${row}[aria-selected=true] &, &:has([data-state=open])`]: {
      opacity: 1,
    },
  },
  '@media': { [noHover]: { opacity: 1 }, [narrow]: { opacity: 1, padding: 0 } },
})

/** Cell of a narrow row: a name, and secondary facts below it. */
export const narrowCell = uiStyle({
  ...flexRow(4),
  minWidth: 0,
  padding: `0 ${vars.space[3]} 0 0`,
  font: vars.text[14],
})

export const narrowLines = uiStyle({ minWidth: 0, flex: '1' })

export const narrowMain = uiStyle(nameEllipsis)

/** Shrinks alone: a time that is a fraction of a pixel too narrow would already be truncated. */
export const narrowLast = uiStyle({ flex: '0 1000000 auto', ...nameEllipsis })

/** Its spaces alone are too thin. */
export const narrowDot = uiStyle({ flex: 'none', padding: `0 ${vars.space[1]}` })

export const narrowSecond = uiStyle({
  ...flexRow(),
  overflow: 'hidden',
  whiteSpace: 'pre',
  ...smallText(12),
  ...tabular,
})

export const foot = uiStyle({ flex: 'none', ...flexRow(4), minHeight: vars.size.row, ...smallText(12, 'faint') })

export const footText = uiStyle({ flex: '1', minWidth: 0, padding: `${vars.space[2]} 0` })

/** Controls at the end of the footer. */
export const footTools = uiStyle({ flex: 'none', ...flexRow(3), whiteSpace: 'nowrap' })
