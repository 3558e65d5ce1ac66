import { vars } from '../themes/contract.css.ts'
import { gridOf, hairline, smallText, wrappedRow } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiGlobal, uiStyle } from '../themes/style.ts'
import { button } from './button.css.ts'

export const row = uiStyle({
  ...gridOf(3, `${vars.size.term} minmax(0, 1fr) auto`),
  alignItems: 'center',
  minHeight: vars.size.row,
  padding: `${vars.space[1]} 0`,
  borderBottom: hairline,
  // label above value, actions next to both: all rows of a line are equally high
  '@media': {
    [narrow]: {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: `0 ${vars.space[3]}`,
      minHeight: vars.size.rowTall,
    },
  },
})

export const term = uiStyle({
  ...smallText(13),
  overflowWrap: 'anywhere',
  '@media': { [narrow]: { gridColumn: 1, alignSelf: 'end' } },
})

export const value = uiStyle({
  ...wrappedRow([0, 3]),
  minWidth: 0,
  margin: 0,
  '@media': { [narrow]: { gridColumn: 1, alignSelf: 'start' } },
})

export const action = uiStyle({ margin: 0, '@media': { [narrow]: { gridColumn: 2, gridRow: '1 / span 2' } } })

/** A quiet button at the end of a row looks like a link. */
uiGlobal(`${action} .${button}:not([aria-disabled=true])`, { color: vars.text.link })
