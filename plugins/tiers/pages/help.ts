import * as messages from '../messages.ts'

/** Breadcrumbs of every page of tiers. */
export const crumbs = [{ label: 'Tiers', href: '/tiers' }]

export const aboutTiers = {
  title: 'About tiers',
  sections: [
    {
      text: messages.tierHelp,
    },
    { title: 'Move objects', text: messages.lifecycleRuleAdvice },
    {
      title: 'Only through this storage',
      text: messages.tierObjectsWarning,
    },
  ],
  links: [
    {
      label: 'Object tiering',
      href: 'https://min.io/docs/minio/linux/administration/object-management/object-lifecycle-management.html?ref=con',
    },
  ],
}
