import { Failure } from 'stowage'

/** The error for a document that has changed since the edit began. */
export const concurrentChange = () =>
  new Failure(409, 'Somebody else has changed this meanwhile: load it again and repeat the change')
