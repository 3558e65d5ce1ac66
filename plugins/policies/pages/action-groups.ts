import type { Vocabulary } from '../access.ts'

/** Titles of action groups, in display order. */
export const groupLabels: Readonly<Record<Vocabulary['actions'][number]['group'], string>> = {
  read: 'Read',
  list: 'List',
  write: 'Write',
  delete: 'Delete',
  bucket: 'Bucket',
  admin: 'Admin',
  keys: 'Keys',
}

/** Removes the service prefix of an action. */
export const short = (action: string) => action.replace(/^(s3|admin|kms):(?=.)/, '')
