import { vars } from './contract.css.ts'

/** What floats over a page: a menu, a message, a notice, the transfers. */
export const raised = {
  borderRadius: vars.radius.md,
  background: vars.surface.raised,
  boxShadow: vars.shadow.menu,
} as const

/** What lies over the right of a page where there is no room beside it: help, a drawer. */
export const besideOver = {
  position: 'absolute',
  zIndex: vars.z.docked,
  top: 0,
  right: 0,
  bottom: 0,
  maxWidth: '100%',
  boxShadow: vars.shadow.menu,
} as const
