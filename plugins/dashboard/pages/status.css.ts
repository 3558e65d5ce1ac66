import {
  edge,
  flexColumn,
  gridOf,
  hairline,
  helpOverlay,
  medium,
  narrow,
  pageGlobal,
  pageStyle,
  ruledGrid,
  smallText,
  tabular,
  vars,
} from 'stowage/theme'

export const notRefreshed = pageStyle({ marginTop: vars.space[6] })

/** Five statistics in one frame, separated by lines; three or two per row in narrow windows. */
export const stats = pageStyle({
  flex: 'none',
  ...ruledGrid,
  gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
  margin: `${vars.space[6]} 0 ${vars.space[6]}`,
  '@media': {
    [helpOverlay]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})

export const stat = pageStyle({
  ...flexColumn(2),
  minWidth: 0,
  padding: vars.space[5],
  background: vars.surface.panel,
  // the last one fills its row
  selectors: { '&:last-child': { '@media': { [helpOverlay]: { gridColumn: 'span 2' } } } },
})

export const label = pageStyle(smallText(13))

export const number = pageStyle({
  font: vars.text[26],
  letterSpacing: vars.tracking.figure,
  ...tabular,
  '@media': { [narrow]: { font: vars.text[20] } },
})

export const unit = pageStyle({ ...smallText(14), letterSpacing: 0 })

export const note = pageStyle(smallText(12, 'faint'))

export const table = pageStyle({ marginTop: vars.space[1] })

export const row = pageStyle({
  ...gridOf([0, 5]),
  alignItems: 'center',
  minHeight: vars.size.rowTall,
  padding: `${vars.space[3]} ${vars.space[4]}`,
  borderBottom: hairline,
  selectors: {
    '&:hover': { background: vars.surface.hover },
    // a link leads to it
    '&[aria-current]': { background: vars.surface.selected },
  },
  '@media': {
    [medium]: {
      gridTemplateColumns: '1fr 1fr !important',
      gap: `${vars.space[2]} ${vars.space[4]}`,
      padding: `${vars.space[4]} 0`,
    },
  },
})

export const head = pageStyle({
  ...gridOf([0, 5]),
  alignItems: 'center',
  minHeight: vars.size.tableHead,
  padding: `0 ${vars.space[4]}`,
  borderBottom: edge,
  ...smallText(12),
  '@media': { [medium]: { display: 'none' } },
})

export const cell = pageStyle({ minWidth: 0 })

/** In narrow windows every value has a label, and the row's name takes a line. */
export const first = pageStyle({ minWidth: 0, '@media': { [medium]: { gridColumn: '1 / -1' } } })

export const right = pageStyle({ textAlign: 'right', '@media': { [medium]: { textAlign: 'left' } } })

export const caption = pageStyle({
  display: 'none',
  color: vars.text.muted,
  '@media': { [medium]: { display: 'inline' } },
})

export const name = pageStyle({ fontWeight: vars.weight.bold })

export const address = pageStyle({ font: vars.text.mono, color: vars.text.muted, overflowWrap: 'anywhere' })

export const version = pageStyle({ font: vars.text.mono, color: vars.text.muted, overflowWrap: 'anywhere' })

export const missing = pageStyle({ color: vars.text.faint })

/** Aligns digits in a column. */
pageGlobal(`${right} *`, { fontVariantNumeric: 'tabular-nums' })

/** Natural height: on phones the page scrolls, and no content shrinks. */
export const naturalHeight = pageStyle({ flex: 'none' })

/** Fills the window, so that it can be scrolled to before its content is loaded. */
export const filling = pageStyle({ minHeight: '100dvh' })
