import { helpOver, narrow, pageStyle, vars } from 'stowage/theme'

export const stack = pageStyle({ padding: `${vars.space[6]} 0` })

export const reportText = pageStyle({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${vars.space[4]}`,
  font: vars.text[14],
})

/** One row per part while the report runs. */
export const parts = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: `${vars.space[4]} ${vars.space[5]}`,
  maxWidth: vars.size.form,
  font: vars.text[14],
})

/** The parts in a strip when the report is complete. */
export const strip = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'repeat(8, minmax(0, 1fr))',
  gap: vars.space[4],
  '@media': {
    [helpOver]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})

export const stripPart = pageStyle({
  borderTop: `${vars.size.line} solid ${vars.border.strong}`,
  paddingTop: vars.space[3],
  font: vars.text[13],
})

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const wrong = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)',
  gap: `${vars.space[3]} ${vars.space[5]}`,
  font: vars.text[13],
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const where = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })

export const cards = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
  gap: vars.space[6],
  alignItems: 'start',
})

export const card = pageStyle({
  padding: vars.space[5],
  border: `1px solid ${vars.border.hairline}`,
  borderRadius: vars.radius.md,
})
