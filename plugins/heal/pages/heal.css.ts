import { medium, narrow, pageStyle, pageVariants, vars } from 'stowage/theme'

/** The order on the left, progress on the right; stacked in narrow windows. */
export const columns = pageStyle({
  display: 'grid',
  gridTemplateColumns: `${vars.size.help} minmax(0, 1fr)`,
  gap: vars.space[8],
  padding: `${vars.space[6]} 0`,
  '@media': { [medium]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const choices = pageStyle({ font: vars.text.control })

export const group = pageStyle({ paddingTop: vars.space[5], borderTop: `1px solid ${vars.border.hairline}` })

export const groupTitle = pageStyle({ font: vars.text[13], fontWeight: vars.weight.bold })

export const pair = pageStyle({ font: vars.text[13] })

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

/** Items by health, from best to worst. */
export const bars = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: `${vars.space[4]} ${vars.space[5]}`,
  font: vars.text[13],
  color: vars.text.muted,
})

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

export const numbers = pageStyle({
  width: '100%',
  borderCollapse: 'collapse',
  font: vars.text[13],
  fontVariantNumeric: 'tabular-nums',
  fontKerning: 'none',
})

export const cell = pageStyle({
  height: vars.size.rowCompact,
  padding: `0 ${vars.space[4]}`,
  borderBottom: `1px solid ${vars.border.hairline}`,
  textAlign: 'right',
  fontWeight: vars.weight.regular,
  selectors: { '&:first-child': { textAlign: 'left' } },
  '@media': { [narrow]: { padding: `0 ${vars.space[2]}` } },
})

export const headCell = pageStyle({ color: vars.text.muted })

/** One mark per drive, in order. */
export const strip = pageStyle({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.size.line,
  verticalAlign: 'middle',
})

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

export const legend = pageStyle({ font: vars.text[12], color: vars.text.muted })

export const legendEntry = pageStyle({ display: 'inline-flex', alignItems: 'center', gap: vars.space[2] })

export const time = pageStyle({
  font: vars.text.control,
  color: vars.text.muted,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
