import { vars } from '../themes/contract.css.ts'
import { flexRow, tabular } from '../themes/fragments.ts'
import { medium, narrow } from '../themes/media.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

const factsBase = {
  ...flexRow(5),
  marginRight: vars.space[3],
  font: vars.text.control,
  color: vars.text.muted,
  ...tabular,
  whiteSpace: 'nowrap',
} as const

/**
 * State of the feed, next to its buttons; on narrow screens there is room for one word, needed most while it is live.
 */
export const facts = uiVariants({
  live: factsBase,
  other: { ...factsBase, '@media': { [narrow]: { display: 'none' } } },
})

export const wideFact = uiStyle({ '@media': { [medium]: { display: 'none' } } })

/** The rows, and what is next to them. */
export const rows = uiStyle({
  containerType: 'inline-size',
  flex: '1',
  display: 'flex',
  minHeight: vars.size.editor,
  minWidth: 0,
})
