import { vars } from '../themes/contract.css.ts'
import { gridOf, smallText } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

/** On one line at every width: the search field shrinks in favor of the count and the buttons. */
export const bar = uiStyle({
  ...gridOf(3, 'minmax(0, 1fr) auto auto auto'),
  alignItems: 'center',
  marginBottom: vars.space[3],
})

export const count = uiStyle({ ...smallText(12), whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })
