import { vars } from '../themes/contract.css.ts'
import { cardFrame, centeredSquare, flexColumn, gridOf, smallText } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

export const empty = uiStyle({
  flex: '1 0 auto',
  ...flexColumn(2),
  alignItems: 'center',
  justifyContent: 'safe center',
  minHeight: vars.size.editor,
  padding: `${vars.space[8]} ${vars.space[7]}`,
  textAlign: 'center',
})

export const glyph = uiStyle({
  flex: 'none',
  ...centeredSquare(vars.size.glyph),
  marginBottom: vars.space[3],
  ...cardFrame,
  boxShadow: vars.shadow.raised,
  color: vars.text.muted,
})

export const title = uiStyle({ font: vars.text[14], fontWeight: vars.weight.bold })

export const line = uiStyle({ maxWidth: vars.size.reading, ...smallText(13), textWrap: 'balance' })

export const actions = uiStyle({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: vars.space[3],
  marginTop: vars.space[4],
})

/** Below the sentence, wide enough for the longest action on one line, aligned left. */
export const missingPermissions = uiStyle({
  ...gridOf(5, 'minmax(0, 1fr)'),
  width: '100%',
  maxWidth: vars.size.dialogConfirm,
  marginTop: vars.space[4],
  textAlign: 'left',
})

export const caption = uiStyle({ marginBottom: vars.space[2], ...smallText(12) })
