import * as messages from '../messages.ts'

const manual = 'https://min.io/docs/minio/linux/administration/identity-access-management'

/** Help next to the list of users. */
export const aboutUsers = {
  title: 'About users',
  sections: [
    {
      text: messages.userIsKeyPair,
    },
    { title: 'Deny by default', text: messages.userWithoutPolicySeesNoBuckets },
    {
      title: 'Service accounts',
      text: messages.serviceAccountAdvice,
    },
  ],
  links: [
    { label: 'User management', href: `${manual}/minio-user-management.html` },
    { label: 'Access policies', href: `${manual}/policy-based-access-control.html` },
  ],
}

/** The same for a storage where users have roles. */
export const aboutUsersWithRoles = {
  title: 'About users',
  sections: [{ text: messages.userHasRole }, { title: 'Shared buckets', text: messages.bucketPolicyShares }],
}

/** Help next to the list of groups. */
export const aboutGroups = {
  title: 'About groups',
  sections: [
    { text: messages.groupPoliciesHelp },
    { title: 'Disabled groups', text: messages.disabledGroupAdvice },
    { title: 'Deleting', text: messages.deleteGroupAdvice },
  ],
  links: [{ label: 'Group management', href: `${manual}/minio-group-management.html` }],
}
