import { Failure } from 'stowage'
import * as messages from '../messages.ts'

/** The target of a copy exists and is to be kept. */
export const alreadyExists = (key: string) =>
  new Failure(409, messages.alreadyExists(key), { detail: messages.chooseAnotherNameOrReplace, code: 'ObjectExists' })

/** The source was replaced before it was copied completely, so there is no copy. */
export const sourceChanged = (key: string) => new Failure(409, messages.changedWhileItWasCopied(key))

/** The source of a move was replaced after it was copied. */
export const sourceKept = (key: string) => new Failure(409, messages.changedAfterItWasCopied(key))
