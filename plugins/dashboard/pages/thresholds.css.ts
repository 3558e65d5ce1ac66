import { pageStyle, vars } from 'stowage/theme'

/** The webhook and the buttons above the table. */
export const bar = pageStyle({ padding: `${vars.space[4]} 0` })

export const hook = pageStyle({
  flex: 1,
  minWidth: '50%',
  font: vars.text[13],
  color: vars.text.muted,
  overflowWrap: 'anywhere',
})
