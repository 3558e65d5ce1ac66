import { vars } from '../themes/contract.css.ts'
import { ellipsis, flexColumn, gridOf, smallText, wrappedRow } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

/** Wrapping columns; fields of all rows are aligned. */
export const filters = uiVariants({
  even: {
    flex: 'none',
    ...gridOf([3, 4], `repeat(auto-fill, minmax(${vars.size.filter}, 1fr))`),
    alignItems: 'start',
    padding: `${vars.space[4]} 0`,
    '@media': { [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  },
  own: {
    flex: 'none',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    gap: `${vars.space[3]} ${vars.space[4]}`,
    padding: `${vars.space[4]} 0`,
    '@media': { [narrow]: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  },
})

export const filter = uiStyle({ ...flexColumn(2), minWidth: 0 })

export const label = uiStyle({ ...smallText(12), ...ellipsis })

/** A row of options under the fields. */
export const choices = uiStyle({
  gridColumn: '1 / -1',
  flexBasis: '100%',
  ...wrappedRow([2, 5]),
  minHeight: vars.size.control,
  font: vars.text.control,
})
