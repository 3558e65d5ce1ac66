import { randomBytes } from 'node:crypto'
import { Failure } from 'stowage'
import * as messages from '../messages.ts'

/** A random ID for a lifecycle rule, 20 characters. */
export const newRuleId = () => randomBytes(10).toString('hex')

/** The error for an unknown lifecycle rule. */
export const noRule = (id: string) =>
  new Failure(404, messages.lifecycleRuleMissing, { detail: `There is no rule "${id}"` })
