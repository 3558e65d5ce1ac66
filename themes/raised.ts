import { vars } from './contract.css.ts'

/** Floating over a page: menus, toasts, notices, transfers. */
export const raised = {
  borderRadius: vars.radius.md,
  background: vars.surface.raised,
  boxShadow: vars.shadow.menu,
} as const

/** Panels over the right of a page that has no room for them: help, a drawer. */
export const besideOver = {
  position: 'absolute',
  zIndex: vars.z.docked,
  top: 0,
  right: 0,
  bottom: 0,
  maxWidth: '100%',
  boxShadow: vars.shadow.menu,
} as const
