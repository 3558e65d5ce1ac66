/** Breadcrumbs of every page of tiers. */
export const crumbs = [{ label: 'Tiers', href: '/tiers' }]

export const aboutTiers = {
  title: 'About tiers',
  sections: [
    {
      text: 'A tier is a bucket of another storage. Lifecycle rules move older objects there; you can still read them through this storage.',
    },
    { title: 'Move objects', text: 'A lifecycle rule of a bucket names the tier and the number of days.' },
    {
      title: 'Only through this storage',
      text: 'Objects in a tier can only be read through this storage. Never change or delete them in the remote bucket.',
    },
  ],
  links: [
    {
      label: 'Object tiering',
      href: 'https://min.io/docs/minio/linux/administration/object-management/object-lifecycle-management.html?ref=con',
    },
  ],
}
