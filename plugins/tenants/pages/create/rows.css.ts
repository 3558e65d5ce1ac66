import { narrow, pageStyle, vars } from 'stowage/theme'

/** Inputs of a row side by side, followed by its buttons. */
export const row = pageStyle({ '@media': { [narrow]: { flexWrap: 'wrap' } } })
export const text = pageStyle({
  flex: '1',
  minWidth: 0,
  // the last one shares its line with the buttons
  '@media': { [narrow]: { selectors: { '&:not(:nth-last-child(2))': { flexBasis: '100%' } } } },
})
/** As high as a label with its input, so that buttons align with the input. */
export const buttons = pageStyle({ paddingTop: vars.space[7] })
export const file = pageStyle({ paddingTop: vars.space[3] })
export const unit = pageStyle({ flex: 'none', width: vars.size.iconButton, minWidth: 'min-content' })
