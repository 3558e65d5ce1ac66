import * as messages from '../messages.ts'

const manual = 'https://min.io/docs/minio/linux/administration/identity-access-management'

export const aboutPolicies = {
  title: 'About policies',
  sections: [
    {
      text: messages.policyIsListOfStatements,
    },
    {
      title: 'Deny wins',
      text: messages.actionsThatNoStatementAllows,
    },
    {
      title: 'Attaching policies',
      text: messages.attachPoliciesToUsers,
    },
  ],
  links: [
    {
      label: 'Policy documents',
      href: `${manual}/policy-based-access-control.html`,
    },
  ],
}
