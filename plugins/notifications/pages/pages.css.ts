import { cardFrame, hairline, pageStyle, smallText, vars } from 'stowage/theme'

export { content, foot, form, intro, note } from 'stowage/classes'

export const groupTitle = pageStyle({ font: vars.text[16] })

/** The resulting connection string, as sent to the storage server. */
export const connectionString = pageStyle({
  font: vars.text.mono,
  color: vars.text.muted,
  padding: vars.space[4],
  border: hairline,
  borderRadius: vars.radius.sm,
  background: vars.surface.canvas,
  overflowWrap: 'anywhere',
})

/** Results of a test, above the buttons. */
export const testResult = pageStyle({ padding: `${vars.space[4]} ${vars.space[5]}`, ...cardFrame })
/** Stays on one line next to a long detail. */
export const stepTime = pageStyle({ flex: 'none', ...smallText(13) })
export const stepDetail = pageStyle({ display: 'block', ...smallText(13), overflowWrap: 'anywhere' })
