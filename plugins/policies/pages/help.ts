/** What the help beside the list of policies says. */
export const aboutPolicies = {
  title: 'About policies',
  sections: [
    {
      text: 'A policy is a list of statements. Each allows or denies actions on buckets and objects, or on the server itself.',
    },
    { title: 'Deny wins', text: 'What no statement allows is refused, and what one denies is refused whatever others allow.' },
    {
      title: 'Where policies go',
      text: 'Attach them to users and groups. A service account can be given one of its own, which only narrows what its user may do.',
    },
  ],
  links: [
    {
      label: 'Policy documents',
      href: 'https://min.io/docs/minio/linux/administration/identity-access-management/policy-based-access-control.html',
    },
  ],
}
