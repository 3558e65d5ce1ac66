import { vars } from './contract.css.ts'

/** Style of elements that float over a page: menus, toasts, notices, transfers. */
export const raised = {
  borderRadius: vars.radius.md,
  background: vars.surface.raised,
  boxShadow: vars.shadow.menu,
} as const

/** Style of panels that overlay the right of a page if there is no room next to it: help, drawers. */
export const besideOver = {
  position: 'absolute',
  zIndex: vars.z.docked,
  top: 0,
  right: 0,
  bottom: 0,
  maxWidth: '100%',
  boxShadow: vars.shadow.menu,
} as const
