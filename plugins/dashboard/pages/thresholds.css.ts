import { narrow, pageStyle, smallText, vars } from 'stowage/theme'

/** The webhook and the buttons above the table. */
export const bar = pageStyle({ padding: `${vars.space[4]} 0` })

export const hook = pageStyle({
  flex: 1,
  minWidth: '50%',
  ...smallText(13),
  overflowWrap: 'anywhere',
  '@media': { [narrow]: { minWidth: '100%' } },
})
