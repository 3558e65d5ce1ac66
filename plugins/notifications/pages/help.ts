/** Help next to the list of targets. */
export const aboutTargets = {
  title: 'About notification endpoints',
  sections: [
    { text: 'A target is a service that receives events about objects: a webhook, a queue or a database.' },
    {
      title: 'Subscribe a bucket',
      text: 'A bucket sends no events until you subscribe a target on the Events tab of the bucket.',
    },
    {
      title: 'While a target is offline',
      text: 'Events wait in its queue until it is reachable again and are delivered at least once. Events that do not fit in the queue are lost.',
    },
  ],
  links: [
    {
      label: 'Bucket notifications',
      href: 'https://min.io/docs/minio/linux/administration/monitoring/bucket-notifications.html?ref=con',
    },
  ],
}
