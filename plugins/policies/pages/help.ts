const manual = 'https://min.io/docs/minio/linux/administration/identity-access-management'

export const aboutPolicies = {
  title: 'About policies',
  sections: [
    {
      text: 'A policy is a list of statements. Each allows or denies actions on buckets, objects or the server.',
    },
    {
      title: 'Deny wins',
      text: 'Actions that no statement allows are denied. A Deny takes precedence over any Allow.',
    },
    {
      title: 'Attaching policies',
      text: 'Attach policies to users and groups. The policy of a service account can only restrict what its user may do.',
    },
  ],
  links: [
    {
      label: 'Policy documents',
      href: `${manual}/policy-based-access-control.html`,
    },
  ],
}
