import * as messages from '../messages.ts'

const manual = 'https://min.io/docs/minio/linux/administration/identity-access-management'

export const aboutPolicies = {
  title: 'About policies',
  sections: [
    {
      text: messages.policyHelp,
    },
    {
      title: 'Deny wins',
      text: messages.policyDefaultDeny,
    },
    {
      title: 'Attaching policies',
      text: messages.attachPoliciesAdvice,
    },
  ],
  links: [
    {
      label: 'Policy documents',
      href: `${manual}/policy-based-access-control.html`,
    },
  ],
}
