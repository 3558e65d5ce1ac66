import { pageStyle, vars } from 'stowage/theme'

export { content, foot, form, intro, note } from 'stowage/classes'

export const groupTitle = pageStyle({ font: vars.text[16] })

/** The resulting connection string, as sent to the storage server. */
export const connectionString = pageStyle({
  font: vars.text.mono,
  color: vars.text.muted,
  padding: vars.space[4],
  border: `1px solid ${vars.border.hairline}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.canvas,
  overflowWrap: 'anywhere',
})

/** Results of a test, above the buttons. */
export const trial = pageStyle({
  padding: `${vars.space[4]} ${vars.space[5]}`,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
})
/** Stays on one line next to a long detail. */
export const stepTime = pageStyle({ flex: 'none', font: vars.text[13], color: vars.text.muted })
export const stepDetail = pageStyle({
  display: 'block',
  font: vars.text[13],
  color: vars.text.muted,
  overflowWrap: 'anywhere',
})
