/** Help next to the list of targets. */
export const aboutTargets = {
  title: 'About notification endpoints',
  sections: [
    { text: 'A target is a service that is told of what happens to objects: a webhook, a queue, a database.' },
    {
      title: 'Subscribe a bucket',
      text: 'Events of a bucket go nowhere until it subscribes to a target, under Events of its administration.',
    },
    {
      title: 'While a target is away',
      text: 'Events wait in its queue and are told once it is back, at least once each. What finds no room in the queue is lost.',
    },
  ],
  links: [
    {
      label: 'Bucket notifications',
      href: 'https://min.io/docs/minio/linux/administration/monitoring/bucket-notifications.html?ref=con',
    },
  ],
}
