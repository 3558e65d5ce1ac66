import { vars } from '../themes/contract.css.ts'
import { uiStyle } from '../themes/style.ts'

export const empty = uiStyle({
  flex: '1 0 auto',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'safe center',
  gap: vars.space[2],
  minHeight: vars.size.editor,
  padding: `${vars.space[8]} ${vars.space[7]}`,
  textAlign: 'center',
})

export const glyph = uiStyle({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: vars.size.glyph,
  height: vars.size.glyph,
  marginBottom: vars.space[3],
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
  boxShadow: vars.shadow.raised,
  color: vars.text.muted,
})

export const title = uiStyle({ font: vars.text[14], fontWeight: vars.weight.bold })

export const line = uiStyle({
  maxWidth: vars.size.reading,
  font: vars.text[13],
  color: vars.text.muted,
  textWrap: 'balance',
})

export const actions = uiStyle({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: vars.space[3],
  marginTop: vars.space[4],
})

/** Below the sentence, at a readable width, aligned left. */
export const lacking = uiStyle({
  display: 'grid',
  gap: vars.space[5],
  width: '100%',
  maxWidth: vars.size.reading,
  marginTop: vars.space[4],
  textAlign: 'left',
})

export const caption = uiStyle({ marginBottom: vars.space[2], font: vars.text[12], color: vars.text.muted })
