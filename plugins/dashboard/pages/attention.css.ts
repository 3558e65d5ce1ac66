import { medium, pageStyle, vars } from 'stowage/theme'

export const card = pageStyle({
  flex: 'none',
  minWidth: 0,
  padding: `${vars.space[4]} ${vars.space[5]}`,
  margin: `0 0 ${vars.space[5]}`,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
})

export const title = pageStyle({ font: vars.text[13], color: vars.text.muted, marginBottom: vars.space[2] })

export const row = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 5fr) max-content',
  alignItems: 'center',
  gap: `${vars.space[2]} ${vars.space[5]}`,
  padding: `${vars.space[3]} 0`,
  borderTop: `1px solid ${vars.border.hairline}`,
  font: vars.text[13],
  '@media': { [medium]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const what = pageStyle({ display: 'grid', gap: vars.space[1], minWidth: 0, overflowWrap: 'anywhere' })

export const remedy = pageStyle({ color: vars.text.muted })

export const actions = pageStyle({ display: 'flex', gap: vars.space[3], justifyContent: 'flex-end' })
