import { Failure } from '../../core/failure.ts'

/** Where in a policy something is wrong: in which statement, counted from 1, and at which part of it. */
export type PolicyPlace = { statement?: number; part?: string }

/** A text that is no valid policy: 400, with the statement and the reason. */
export class InvalidPolicy extends Failure {
  /** Why, without the statement. */
  readonly reason: string
  readonly statement: number | undefined
  constructor({ statement, part = '' }: PolicyPlace, what: string) {
    const reason = `${part}${what}`
    const at = statement === undefined ? '' : `Statement ${statement}: `
    super(400, `The policy is not valid. ${at}${reason}`, {
      code: 'MalformedPolicy',
      ...(statement !== undefined && { params: { statement } }),
    })
    this.reason = reason
    this.statement = statement
  }
}
