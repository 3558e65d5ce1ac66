import { Failure } from 'stowage'

/** The error for a document that has changed since the edit began. */
export const concurrentChange = () =>
  new Failure(409, 'This was changed by someone else. Reload and repeat the change.')
