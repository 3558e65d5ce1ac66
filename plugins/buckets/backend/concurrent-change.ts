import { Failure } from 'stowage'
import * as messages from '../messages.ts'

/** The error for a document that has changed since the edit began. */
export const concurrentChange = () => new Failure(409, messages.changedBySomeoneElse)
