const manual = 'https://min.io/docs/minio/linux/administration/identity-access-management'

export const aboutPolicies = {
  title: 'About policies',
  sections: [
    {
      text: 'A policy is a list of statements. Each allows or denies actions on buckets, objects or the server.',
    },
    {
      title: 'Deny wins',
      text: 'What no statement allows is refused, and what one denies is refused whatever others allow.',
    },
    {
      title: 'Where policies go',
      text: 'Attach them to users and groups. One of a service account only narrows what its user may do.',
    },
  ],
  links: [
    {
      label: 'Policy documents',
      href: `${manual}/policy-based-access-control.html`,
    },
  ],
}
