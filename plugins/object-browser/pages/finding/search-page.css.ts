import { ellipsis, narrow, pageStyle, vars } from 'stowage/theme'

/** Progress of the search, and a button to stop it. */
export const state = pageStyle({
  flex: 'none',
  padding: `${vars.space[2]} 0`,
  minHeight: vars.size.row,
})

export const progress = pageStyle({ flex: '1', minWidth: 0, font: vars.text[13], fontVariantNumeric: 'tabular-nums' })

export const at = pageStyle({
  maxWidth: '40%',
  ...ellipsis,
  font: vars.text.mono,
  color: vars.text.faint,
  '@media': { [narrow]: { display: 'none' } },
})
