import {
  gridOf,
  hairline,
  inlineRow,
  medium,
  narrow,
  pageStyle,
  pageVariants,
  smallText,
  tabular,
  vars,
} from 'stowage/theme'

/** The order on the left, progress on the right; stacked in narrow windows. */
export const columns = pageStyle({
  ...gridOf(8, `${vars.size.help} minmax(0, 1fr)`, medium),
  padding: `${vars.space[6]} 0`,
})

export const choices = pageStyle({ font: vars.text.control })

export const group = pageStyle({ paddingTop: vars.space[5], borderTop: hairline })

export const groupTitle = pageStyle({ font: vars.text[13], fontWeight: vars.weight.bold })

export const pair = pageStyle({ font: vars.text[13] })

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

/** Items by health, from best to worst. */
export const bars = pageStyle({ ...gridOf([4, 5], 'auto minmax(0, 1fr)'), alignItems: 'center', ...smallText(13) })

export const bar = pageStyle({
  gap: vars.size.line,
  height: vars.size.icon,
  borderRadius: vars.radius.xs,
  overflow: 'hidden',
  background: vars.chart.track,
})

const part = { minWidth: vars.space[2], forcedColorAdjust: 'none' } as const

export const parts = pageVariants({
  green: { ...part, background: vars.ok.solid },
  yellow: { ...part, background: vars.warning.solid },
  red: { ...part, background: vars.danger.solid },
  grey: { ...part, background: vars.text.faint },
})

export const numbers = pageStyle({ width: '100%', borderCollapse: 'collapse', font: vars.text[13], ...tabular })

export const cell = pageStyle({
  height: vars.size.rowCompact,
  padding: `0 ${vars.space[4]}`,
  borderBottom: hairline,
  textAlign: 'right',
  fontWeight: vars.weight.regular,
  selectors: { '&:first-child': { textAlign: 'left' } },
  '@media': { [narrow]: { padding: `0 ${vars.space[2]}` } },
})

export const headCell = pageStyle({ color: vars.text.muted })

/** One mark per drive, in order. */
export const strip = pageStyle({ ...inlineRow(), gap: vars.size.line, verticalAlign: 'middle' })

const mark = {
  boxSizing: 'border-box',
  width: vars.size.dot,
  height: vars.size.iconSm,
  borderRadius: '1px',
  border: `1px solid ${vars.border.strong}`,
  forcedColorAdjust: 'none',
} as const

export const marks = pageVariants({
  ok: { ...mark, background: vars.surface.sunken },
  missing: { ...mark, border: `${vars.size.line} solid ${vars.danger.solid}` },
  corrupt: { ...mark, background: vars.danger.solid, borderColor: vars.danger.solid },
  offline: { ...mark },
  healed: { ...mark, background: vars.ok.solid, borderColor: vars.ok.solid },
})

export const legend = pageStyle(smallText(12))

export const legendEntry = pageStyle(inlineRow(2))

export const time = pageStyle({
  font: vars.text.control,
  color: vars.text.muted,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
