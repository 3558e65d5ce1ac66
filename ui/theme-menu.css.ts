import { vars } from '../themes/contract.css.ts'
import { flexRow } from '../themes/fragments.ts'
import { raised } from '../themes/fragments.ts'
import { pageStyle } from '../themes/style.ts'

/** Above the sidebar's footer, next to its button. */
export const list = pageStyle({
  position: 'fixed',
  inset: 'auto',
  insetInlineStart: vars.shell.inset,
  bottom: `calc(${vars.shell.foot} + ${vars.space[2]})`,
  width: vars.size.menu,
  padding: vars.space[2],
  ...raised,
  color: vars.text.default,
  selectors: { '&:popover-open': { display: 'grid' } },
})

export const option = pageStyle({
  position: 'relative',
  ...flexRow(4),
  minHeight: vars.size.menuItem,
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.xs,
  font: vars.text.control,
  selectors: {
    '&:hover': { background: vars.surface.hover },
    '[data-theme=dark] &:hover': { background: vars.surface.hoverStrong },
    '&:has(:focus-visible)': {
      outline: `${vars.size.focus} solid ${vars.border.focus}`,
      outlineOffset: `calc(-1 * ${vars.size.focus})`,
    },
  },
})

export const icon = pageStyle({ display: 'flex', color: vars.text.muted })

/** The native radio covers its line, so that all of it is clickable; the check mark replaces its look. */
export const radio = pageStyle({ position: 'absolute', inset: 0, opacity: 0, width: '100%', height: '100%' })

export const check = pageStyle({
  display: 'flex',
  marginInlineStart: 'auto',
  color: vars.primary.text,
  selectors: { 'input:not(:checked) ~ &': { visibility: 'hidden' } },
})
