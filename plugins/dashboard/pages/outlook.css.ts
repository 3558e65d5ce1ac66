import {
  ellipsis,
  gridOf,
  hairline,
  medium,
  narrow,
  paddedCard,
  pageStyle,
  pageVariants,
  smallText,
  vars,
} from 'stowage/theme'

const block = { flex: 'none', margin: `0 0 ${vars.space[6]}` } as const

/** The forecast, next to the checks or, in narrow windows, above them. */
export const both = pageStyle({ ...block, ...gridOf(5, 'minmax(0, 5fr) minmax(0, 4fr)', medium) })

export const failed = pageStyle(block)

export const card = pageStyle(paddedCard)

export const title = pageStyle({ ...smallText(13), marginBottom: vars.space[3] })

export const main = pageStyle({ font: vars.text[20], '@media': { [narrow]: { font: vars.text[16] } } })

const moreBase = { ...smallText(13), marginTop: vars.space[2] } as const

/** Without a chart, the text may need three lines in narrow windows, which are reserved. */
export const more = pageVariants({
  withChart: moreBase,
  alone: { ...moreBase, '@media': { [narrow]: { minHeight: `calc(3 * ${vars.space[6]})` } } },
})

/** Below the forecast, as wide as both cards. */
export const partCard = pageStyle({ gridColumn: '1 / -1', ...paddedCard })

export const parts = pageStyle({ width: '100%', borderCollapse: 'collapse', font: vars.text[13] })

export const partHead = pageStyle(smallText(12, 'faint'))

export const partRow = pageStyle({ borderTop: hairline })

const cellBase = {
  padding: `${vars.space[2]} ${vars.space[4]} ${vars.space[2]} 0`,
  fontWeight: vars.weight.regular,
} as const
const numeric = { ...cellBase, textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const

export const cell = pageVariants({
  name: {
    ...cellBase,
    textAlign: 'left',
    overflowWrap: 'anywhere',
    // one line, so that rows keep the height of the placeholder
    '@media': { [narrow]: { ...ellipsis, width: '100%', maxWidth: 0 } },
  },
  figure: numeric,
  wide: { ...numeric, '@media': { [narrow]: { display: 'none' } } },
  link: { ...cellBase, paddingRight: 0, textAlign: 'right', whiteSpace: 'nowrap' },
})

export const pool = pageStyle({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${vars.space[5]}`,
  padding: `${vars.space[2]} 0`,
  font: vars.text[13],
})

export const poolValue = pageStyle({ margin: 0 })

export const fact = pageStyle({ padding: `${vars.space[2]} 0`, font: vars.text[13] })

export const term = pageStyle({ color: vars.text.muted })

export const value = pageStyle({ margin: 0, minWidth: 0, textAlign: 'right', overflowWrap: 'anywhere' })

/** Name of a bucket that leads to its page, as in tables. */
export const name = pageStyle({
  color: vars.text.default,
  fontWeight: vars.weight.bold,
  // no larger than what is visible, so that it does not overlap other links
  '@media': { [narrow]: { ...ellipsis, display: 'block' } },
})
