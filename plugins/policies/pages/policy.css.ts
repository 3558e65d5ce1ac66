import { vars } from '../../../themes/contract.css.ts'
import { narrow } from '../../../themes/media.ts'
import { pageStyle } from '../../../themes/style.ts'

/** A column for reading below the tabs. */
export const column = pageStyle({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[7],
  maxWidth: vars.size.dialog,
  padding: `${vars.space[6]} 0 ${vars.space[8]}`,
})

/** All of the page's width, for cards beside JSON. */
export const wide = pageStyle({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[5],
  padding: `${vars.space[5]} 0 ${vars.space[8]}`,
})

export const heading = pageStyle({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[4],
  font: vars.text[16],
  paddingBottom: vars.space[3],
})

/** Resource names, one under the other. */
export const lines = pageStyle({
  font: vars.text.mono,
  overflowWrap: 'anywhere',
  padding: `${vars.space[3]} 0`,
  minWidth: 0,
})

/** Rights and what they amount to. */
export const risks = pageStyle({
  overflowWrap: 'anywhere',
  listStyle: 'disc',
  paddingInlineStart: vars.space[6],
})

/** What a policy is begun with, over the document that it writes. */
export const start = pageStyle({ display: 'flex', flexDirection: 'column', gap: vars.space[5] })

export const target = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: vars.space[5],
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
