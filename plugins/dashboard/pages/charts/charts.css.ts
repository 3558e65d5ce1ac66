import {
  centeredSquare,
  gridOf,
  medium,
  narrow,
  paddedCard,
  pageStyle,
  pageVariants,
  smallText,
  tabular,
  vars,
  wrappedRow,
} from 'stowage/theme'

/** The time filter, and the time of the last request. */
export const filter = pageStyle({ ...wrappedRow(3), padding: `${vars.space[5]} 0` })

export const label = pageStyle({ ...smallText(13), '@media': { [narrow]: { display: 'none' } } })

export const last = pageStyle({ flex: `0 1 ${vars.size.date}`, minWidth: 0 })

export const synced = pageStyle({
  marginLeft: 'auto',
  ...smallText(12, 'faint'),
  '@media': { [narrow]: { marginLeft: 0 } },
})

/** Why some figures are missing. */
export const refusedBanner = pageStyle({ marginBottom: vars.space[4] })

/** Note about the source of the data. */
export const about = pageStyle({ marginBottom: vars.space[4], ...smallText(12, 'faint') })

/** Events that the charts mark, as a list that opens. */
export const events = pageStyle({ marginBottom: vars.space[4], font: vars.text[13] })

export const summary = pageStyle({
  width: 'fit-content',
  minHeight: vars.size.target,
  color: vars.text.muted,
  cursor: 'pointer',
})

export const eventList = pageStyle({ margin: 0, padding: `${vars.space[2]} 0`, listStyle: 'none' })

export const event = pageStyle({ padding: `${vars.space[2]} 0` })

const mark = { width: vars.size.iconSm, textAlign: 'center' } as const

export const eventMark = pageVariants({
  plain: { ...mark, color: vars.text.muted },
  warning: { ...mark, color: vars.warning.text },
  danger: { ...mark, color: vars.danger.text },
})

export const eventTime = pageStyle({ color: vars.text.faint, fontVariantNumeric: 'tabular-nums' })

const columns = (count: number) => `repeat(${count}, minmax(0, 1fr))`

/** A row of cards, by number of columns. */
const row = (wide: string, small: string) => ({
  ...gridOf(4, wide),
  marginBottom: vars.space[4],
  '@media': { [medium]: { gridTemplateColumns: small } },
})
export const row1 = pageStyle(row(columns(1), columns(1)))
export const row2 = pageStyle(row(columns(2), columns(1)))
export const uneven = pageStyle(row('minmax(0, 2fr) minmax(0, 3fr)', columns(1)))
export const row3 = pageStyle({
  ...row(columns(3), columns(3)),
  '@media': { [narrow]: { gridTemplateColumns: columns(1) } },
})
export const row4 = pageStyle(row(columns(4), columns(2)))

export const card = pageStyle({ position: 'relative', ...paddedCard, overflow: 'hidden' })

export const title = pageStyle(smallText(13))

export const stats = pageStyle({ marginTop: vars.space[2] })

export const stat = pageVariants({
  plain: {
    font: vars.text[26],
    letterSpacing: vars.tracking.figure,
    ...tabular,
    overflowWrap: 'anywhere',
    '@media': { [narrow]: { font: vars.text[20] } },
  },
  danger: {
    font: vars.text[26],
    letterSpacing: vars.tracking.figure,
    color: vars.danger.text,
    fontVariantNumeric: 'tabular-nums',
    '@media': { [narrow]: { font: vars.text[20] } },
  },
  none: { font: vars.text[26], color: vars.text.faint, '@media': { [narrow]: { font: vars.text[20] } } },
})

export const unit = pageStyle({ ...smallText(14), letterSpacing: 0 })

/** Sparkline below a value, as wide as the card. */
export const spark = pageStyle({
  display: 'block',
  width: `calc(100% + 2 * ${vars.space[5]})`,
  margin: `${vars.space[2]} calc(-1 * ${vars.space[5]}) calc(-1 * ${vars.space[4]})`,
  height: vars.size.spark,
  pointerEvents: 'none',
})

export const problem = pageStyle({ ...smallText(13), marginTop: vars.space[3] })

export const failed = pageStyle({ marginTop: vars.space[3], font: vars.text[13], color: vars.danger.text })

export const empty = pageStyle({ display: 'grid', placeItems: 'center', ...smallText(13, 'faint') })

export const pie = pageStyle({ marginTop: vars.space[4] })

/** A ring of used and free space, `--part` used, with the value in the center. */
export const ring = pageStyle({
  flex: 'none',
  ...centeredSquare(vars.size.ring),
  borderRadius: vars.radius.full,
  background: `conic-gradient(${vars.chart[1]} calc(var(--part) * 1%), ${vars.chart.track} 0)`,
  forcedColorAdjust: 'none',
})

export const hole = pageStyle({
  display: 'grid',
  placeContent: 'center',
  width: vars.size.hole,
  height: vars.size.hole,
  borderRadius: vars.radius.full,
  background: vars.surface.panel,
  textAlign: 'center',
  ...smallText(12),
})

export const inner = pageStyle({ display: 'block', font: vars.text[16], color: vars.text.default })

export const slices = pageStyle({ ...gridOf([2, 5], 'auto auto'), margin: 0, font: vars.text[13] })

export const term = pageStyle({ color: vars.text.muted })

export const amount = pageStyle({ margin: 0, whiteSpace: 'nowrap', textAlign: 'right', ...tabular })

export const bars = pageStyle({
  width: '100%',
  marginTop: vars.space[4],
  borderSpacing: `0 ${vars.space[2]}`,
  font: vars.text[13],
})

export const range = pageStyle({
  width: '1%',
  paddingRight: vars.space[5],
  whiteSpace: 'nowrap',
  textAlign: 'left',
  fontWeight: vars.weight.regular,
  color: vars.text.muted,
})

export const track = pageStyle({ width: 'auto' })

export const bar = pageStyle({
  height: vars.size.check,
  borderRadius: `0 ${vars.radius.xs} ${vars.radius.xs} 0`,
  background: vars.chart[1],
  forcedColorAdjust: 'none',
})

export const amounts = pageStyle({
  width: '1%',
  paddingLeft: vars.space[5],
  whiteSpace: 'nowrap',
  textAlign: 'right',
  ...tabular,
})
