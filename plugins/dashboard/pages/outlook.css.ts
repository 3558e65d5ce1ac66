import { medium, narrow, pageStyle, vars } from 'stowage/theme'

/** The forecast, next to the checks or, in narrow windows, above them. */
export const both = pageStyle({
  flex: 'none',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 4fr)',
  gap: vars.space[5],
  margin: `0 0 ${vars.space[6]}`,
  '@media': { [medium]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const card = pageStyle({
  minWidth: 0,
  padding: `${vars.space[4]} ${vars.space[5]}`,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
})

export const title = pageStyle({ font: vars.text[13], color: vars.text.muted, marginBottom: vars.space[3] })

export const main = pageStyle({ font: vars.text[20], '@media': { [narrow]: { font: vars.text[16] } } })

export const more = pageStyle({ font: vars.text[13], color: vars.text.muted, marginTop: vars.space[2] })

export const fact = pageStyle({ padding: `${vars.space[2]} 0`, font: vars.text[13] })

export const term = pageStyle({ color: vars.text.muted })

export const value = pageStyle({ margin: 0, minWidth: 0, textAlign: 'right', overflowWrap: 'anywhere' })
