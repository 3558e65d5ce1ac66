const manual = 'https://min.io/docs/minio/linux/administration/identity-access-management'

/** Help next to the list of users. */
export const aboutUsers = {
  title: 'About users',
  sections: [
    {
      text: 'A user is a key pair that can sign in here and call the S3 API. Its permissions come from policies attached to the user or its groups.',
    },
    { title: 'Deny by default', text: 'A user without a policy can sign in but sees no buckets.' },
    {
      title: 'Service accounts',
      text: "Create a separate service account for each application. It inherits the user's policies and can be restricted further.",
    },
  ],
  links: [
    { label: 'User management', href: `${manual}/minio-user-management.html` },
    { label: 'Access policies', href: `${manual}/policy-based-access-control.html` },
  ],
}

/** Help next to the list of groups. */
export const aboutGroups = {
  title: 'About groups',
  sections: [
    { text: 'A group gives the same policies to all of its members, on top of those that each user has.' },
    { title: 'Disabled groups', text: 'While a group is disabled, its policies do not apply. Its members stay.' },
    { title: 'Deleting', text: 'Only a group without members can be deleted. Remove them with Edit first.' },
  ],
  links: [{ label: 'Group management', href: `${manual}/minio-group-management.html` }],
}
