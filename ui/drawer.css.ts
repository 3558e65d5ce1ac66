import { vars } from '../themes/contract.css.ts'
import { flexColumn, flexRow, hairline, smallText } from '../themes/fragments.ts'
import { helpOverlay, narrow } from '../themes/media.ts'
import { sidePanelOverlay } from '../themes/fragments.ts'
import { uiGlobal, uiStyle } from '../themes/style.ts'
import { action, row as details, term, value } from './details.css.ts'

export const drawer = uiStyle({
  flex: 'none',
  ...flexColumn(),
  width: vars.size.toast,
  minHeight: 0,
  borderLeft: hairline,
  background: vars.surface.canvas,
  outline: 'none',
  // a label and its value fit side by side
  vars: { [vars.size.term]: '112px' },
  '@media': {
    [helpOverlay]: sidePanelOverlay,
    [narrow]: { left: 0, width: 'auto', borderLeft: 0 },
  },
})

export const head = uiStyle({
  flex: 'none',
  ...flexRow(2),
  minHeight: vars.size.header,
  padding: `0 ${vars.space[4]} 0 ${vars.space[5]}`,
  '@media': { [narrow]: { padding: `0 ${vars.space[3]}`, vars: { [vars.size.iconButton]: vars.size.controlLg } } },
})

export const title = uiStyle({
  flex: '1',
  display: 'flex',
  minWidth: 0,
  marginLeft: vars.space[2],
  font: vars.text[16],
})

export const position = uiStyle({ flex: 'none', marginRight: vars.space[2], ...smallText(12), whiteSpace: 'nowrap' })

export const body = uiStyle({
  flex: '1',
  ...flexColumn(),
  minHeight: 0,
  padding: `0 ${vars.space[5]} max(var(--dock-room, 0px), ${vars.space[5]})`,
  scrollPaddingBottom: 'var(--dock-room, 0px)',
  overflow: 'auto',
})

/** Details are dense, and side by side in a narrow window too. */
uiGlobal(`${drawer} ${details}`, {
  gridTemplateColumns: `${vars.size.term} minmax(0, 1fr) auto`,
  minHeight: vars.size.controlSm,
  padding: `${vars.space[2]} 0`,
  borderBottom: 0,
})
uiGlobal(`${drawer} ${term}`, { gridColumn: 1, alignSelf: 'center' })
uiGlobal(`${drawer} ${value}`, { gridColumn: 2, alignSelf: 'center' })
uiGlobal(`${drawer} ${action}`, { gridColumn: 3, gridRow: 1 })
