/** Group of the sidebar that contains License and Documentation (spec/1 2.5), for a session with these pages. */
export const licenseGroup = ({ pages }: { pages: readonly string[] }): 'operator' | 'license' =>
  pages.includes('/tenants') ? 'operator' : 'license'
