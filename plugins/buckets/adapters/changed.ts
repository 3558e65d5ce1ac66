import { Failure } from '../../../core/failure.ts'

/** That a document is not any more what a change of it began with. */
export const changedMeanwhile = () =>
  new Failure(409, 'Somebody else has changed this meanwhile: load it again and repeat the change')
