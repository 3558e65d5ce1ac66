import * as messages from '../messages.ts'

/** Fields that are displayed for each choice; `!` marks required ones. */
const fieldsByChoice = {
  keys: 'keys!',
  oidc: messages.openIdFields,
  directory: messages.ldapFields,
  vault: messages.vaultFields,
  aws: messages.awsFields,
  gemalto: 'endpoint! token! domain! retry ca',
  gcp: messages.gcpFields,
  azure: messages.azureFields,
} as const

const lists = Object.fromEntries(Object.entries(fieldsByChoice).map(([choice, names]) => [choice, names.split(' ')]))

export const belongs = (choice: string | undefined, name: string) =>
  lists[choice ?? '']?.some((one) => one.replace('!', '') === name) ?? false

/** Whether a choice requires a field. */
export const isNeeded = (choice: string | undefined, name: string) => lists[choice ?? '']?.includes(`${name}!`) ?? false
