import type { Vocabulary } from '../access.ts'

/** What groups of actions are called, in the order in which they stand. */
export const groupWords: Readonly<Record<Vocabulary['actions'][number]['group'], string>> = {
  read: 'Read',
  list: 'List',
  write: 'Write',
  delete: 'Delete',
  bucket: 'Bucket',
  admin: 'Admin',
  keys: 'Keys',
}

/** An action without its service. */
export const short = (action: string) => action.replace(/^(s3|admin|kms):(?=.)/, '')
