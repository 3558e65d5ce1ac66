import * as messages from '../messages.ts'

/** Breadcrumbs of every page of tiers. */
export const crumbs = [{ label: 'Tiers', href: '/tiers' }]

export const aboutTiers = {
  title: 'About tiers',
  sections: [
    {
      text: messages.tierIsBucketOfAnother,
    },
    { title: 'Move objects', text: messages.lifecycleRuleOfBucketNames },
    {
      title: 'Only through this storage',
      text: messages.objectsInTierCanOnly,
    },
  ],
  links: [
    {
      label: 'Object tiering',
      href: 'https://min.io/docs/minio/linux/administration/object-management/object-lifecycle-management.html?ref=con',
    },
  ],
}
