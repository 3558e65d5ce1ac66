import { vars } from '../themes/contract.css.ts'
import { flexColumn, hairline, smallText, tabular } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiStyle } from '../themes/style.ts'

/** Hairlines between the values are the background visible through the gaps. */
export const stats = uiStyle({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: '1px',
  overflow: 'hidden',
  border: hairline,
  borderRadius: vars.radius.md,
  background: vars.border.hairline,
  '@media': { [narrow]: { gridAutoFlow: 'row', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

/** Values stay on one line, even if a label takes two. */
export const stat = uiStyle({
  ...flexColumn(),
  justifyContent: 'space-between',
  padding: `${vars.space[3]} ${vars.space[4]}`,
  background: vars.surface.dialog,
})

export const label = uiStyle(smallText(12))

export const value = uiStyle({
  minHeight: vars.size.target,
  font: vars.text.lead,
  fontWeight: vars.weight.bold,
  ...tabular,
})

export const counting = uiStyle({
  display: 'inline-block',
  width: vars.space[8],
  height: vars.space[4],
  borderRadius: vars.radius.xs,
  background: vars.skeleton,
})
