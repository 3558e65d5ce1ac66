import { Failure } from '../../core/protocol/failure.ts'
import { policyInvalid } from './messages.ts'

/** Location of an error in a policy: statement, counted from 1, and its part. */
export type PolicyLocation = { statement?: number; part?: string }

/** An invalid policy: 400 with the statement and the reason. */
export class InvalidPolicy extends Failure {
  readonly reason: string
  readonly statement: number | undefined
  constructor({ statement, part = '' }: PolicyLocation, problem: string) {
    const reason = `${part}${problem}`
    const at = statement === undefined ? '' : `Statement ${statement}: `
    super(400, policyInvalid(at, reason), {
      code: 'MalformedPolicy',
      ...(statement !== undefined && { params: { statement } }),
    })
    this.reason = reason
    this.statement = statement
  }
}
