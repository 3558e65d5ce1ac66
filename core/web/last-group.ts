import type { Group, Session } from './plugin.ts'

/** Group of the sidebar that contains License and Documentation (spec/1 2.5). */
export const lastGroup = ({ pages }: Session): Group => (pages.includes('/tenants') ? 'operator' : 'license')
