import { randomBytes } from 'node:crypto'
import { Failure } from '../../../core/failure.ts'

/** An id for a lifecycle rule, of 20 characters. */
export const newRuleId = () => randomBytes(10).toString('hex')

/** That there is no lifecycle rule of this id. */
export const noRule = (id: string) =>
  new Failure(404, 'There is no such lifecycle rule', { detail: `There is no rule "${id}"` })
