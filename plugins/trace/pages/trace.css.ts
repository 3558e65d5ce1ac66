import {
  flexColumn,
  flexRow,
  gridOf,
  hairline,
  helpOverlay,
  inlineRow,
  narrow,
  pageStyle,
  pageVariants,
  vars,
} from 'stowage/theme'

/** Rows and statistics side by side. */
const wide = `not all and ${helpOverlay}`

const segment = { ...inlineRow('tight'), maxWidth: '100%', verticalAlign: 'middle' } as const

/** Status with space for its icon, so that all codes are aligned. */
export const segments = pageVariants({
  fine: { ...segment, color: vars.text.muted },
  warning: { ...segment, color: vars.warning.text },
  danger: { ...segment, color: vars.danger.text, fontWeight: vars.weight.bold },
})

export const sign = pageStyle({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: vars.size.icon,
  '@media': { [narrow]: { selectors: { '&:empty': { display: 'none' } } } },
})

export const slow = pageStyle({ color: vars.danger.text, fontWeight: vars.weight.bold })

export const faint = pageStyle({ color: vars.text.muted })

/** Status of one call, and why it was denied. */
export const outcome = pageStyle({ minHeight: vars.size.control, font: vars.text.control })

export const spans = pageStyle({
  ...gridOf(2),
  padding: `${vars.space[4]} 0`,
  font: vars.text[12],
  fontVariantNumeric: 'tabular-nums',
})

export const headers = pageStyle({ flex: 'none' })

export const ways = pageStyle({ paddingTop: vars.space[4] })

/** Statistics by API, left of the rows or in their place. */
export const statistics = pageStyle({
  flex: 'none',
  ...flexColumn(),
  width: vars.size.sidebar,
  minHeight: 0,
  paddingRight: vars.space[4],
  marginRight: vars.space[4],
  borderRight: hairline,
  font: vars.text[12],
  fontVariantNumeric: 'tabular-nums',
  '@media': {
    [helpOverlay]: { width: '100%', flex: '1', padding: 0, margin: 0, border: 0 },
    // next to an open drawer, the rows take precedence
    [wide]: { '@container': { '(max-width: 720px)': { display: 'none' } } },
  },
})

/** Same height as the table header of the rows. */
export const statisticHead = pageStyle({
  ...flexRow(),
  justifyContent: 'space-between',
  flex: 'none',
  height: vars.size.tableHead,
  borderBottom: hairline,
  color: vars.text.muted,
})

export const statisticFigures = pageStyle({ ...inlineRow(4), whiteSpace: 'nowrap' })

export const order = pageStyle({
  minHeight: vars.size.target,
  color: vars.text.muted,
  selectors: { '&[aria-pressed=true]': { color: vars.text.default, fontWeight: vars.weight.bold } },
})

export const statisticList = pageStyle({ flex: '1 1 0', minHeight: 0, overflow: 'auto' })

export const statistic = pageStyle({
  ...gridOf(2),
  width: '100%',
  padding: vars.space[3],
  borderBottom: hairline,
  textAlign: 'left',
  selectors: {
    '&:hover': { background: vars.surface.hover },
    '&[aria-pressed=true]': { background: vars.surface.selected },
  },
})

export const quietStatistic = pageStyle({ padding: `${vars.space[4]} 0`, color: vars.text.muted })

export const statisticLine = pageStyle({
  display: 'flex',
  justifyContent: 'space-between',
  gap: vars.space[4],
  minWidth: 0,
  color: vars.text.muted,
})

export const statisticName = pageStyle({
  font: vars.text[13],
  color: vars.text.default,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})

export const share = pageStyle({
  display: 'block',
  height: vars.size.barThin,
  borderRadius: vars.radius.full,
  background: vars.chart.track,
  overflow: 'hidden',
})

export const shareOf = pageStyle({ display: 'block', height: '100%', background: vars.chart[1] })

export const statisticFoot = pageStyle({
  flex: 'none',
  minHeight: vars.size.tabs,
  paddingTop: vars.space[4],
  color: vars.text.muted,
})

/** Note that the rows are filtered to one API. */
export const only = pageStyle({ flex: 'none', font: vars.text.control })

export const views = pageStyle({ flex: 'none' })

/** Opens the filters in a narrow window. */
export const filterButton = pageStyle({ flex: 'none', padding: `${vars.space[4]} 0 ${vars.space[2]}` })
