import * as messages from '../messages.ts'

/** Help next to the list of targets. */
export const aboutTargets = {
  title: 'About notification endpoints',
  sections: [
    { text: messages.targetHelp },
    {
      title: 'Subscribe a bucket',
      text: messages.subscriptionAdvice,
    },
    {
      title: 'While a target is offline',
      text: messages.queueAdvice,
    },
  ],
  links: [
    {
      label: 'Bucket notifications',
      href: 'https://min.io/docs/minio/linux/administration/monitoring/bucket-notifications.html?ref=con',
    },
  ],
}
