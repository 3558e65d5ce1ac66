/** Breadcrumbs of every page of tiers. */
export const crumbs = [{ label: 'Tiers', href: '/tiers' }]

export const aboutTiers = {
  title: 'About tiers',
  sections: [
    {
      text: 'A tier is a bucket of another storage. Lifecycle rules move older objects there; reading them through this storage goes on working.',
    },
    { title: 'Move objects', text: 'A lifecycle rule of a bucket names the tier and says after how many days.' },
    {
      title: 'Only through this storage',
      text: 'What lies in a tier can be read through this storage alone. Never change or delete it over there.',
    },
  ],
  links: [
    {
      label: 'Object tiering',
      href: 'https://min.io/docs/minio/linux/administration/object-management/object-lifecycle-management.html?ref=con',
    },
  ],
}
