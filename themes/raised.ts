import { vars } from './contract.css.ts'

/** What floats over a page: a menu, a message, a notice, the transfers. */
export const raised = {
  borderRadius: vars.radius.md,
  background: vars.surface.raised,
  boxShadow: vars.shadow.menu,
} as const
