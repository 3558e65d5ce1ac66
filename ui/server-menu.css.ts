import { vars } from '../themes/contract.css.ts'
import { ellipsis, flexRow, smallText, wrappedRow } from '../themes/fragments.ts'
import { raised } from '../themes/fragments.ts'
import { pageStyle } from '../themes/style.ts'

export const root = pageStyle({ flex: 'none', display: 'grid', padding: `0 ${vars.shell.inset} ${vars.space[3]}` })

export const trigger = pageStyle({
  ...flexRow(3),
  height: vars.size.control,
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.sm,
  color: vars.text.default,
  font: vars.text.control,
  ':hover': { background: vars.surface.hoverStrong },
})

export const current = pageStyle({ flex: 1, minWidth: 0, ...ellipsis, textAlign: 'start' })

export const list = pageStyle({
  position: 'fixed',
  inset: 'auto',
  insetInlineStart: vars.shell.inset,
  top: `calc(${vars.size.header} + 2 * ${vars.size.control} + ${vars.space[5]})`,
  width: vars.size.sidebarSheet,
  maxWidth: `calc(100vw - 2 * ${vars.shell.inset})`,
  maxHeight: '60dvh',
  overflow: 'auto',
  padding: vars.space[4],
  border: 0,
  ...raised,
  color: vars.text.default,
  selectors: { '&:popover-open': { display: 'grid' } },
})

export const details = pageStyle({
  gridColumn: 2,
  ...wrappedRow([0, 4]),
  minHeight: vars.space[6],
  ...smallText(12),
})
