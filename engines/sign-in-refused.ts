import { Failure } from '../core/protocol/failure.ts'

/**
 * A failed sign-in (401). `account` is the account name if it exists: for the audit, which records no other names. It
 * is not part of the response.
 */
export class SignInRefused extends Failure {
  constructor(
    readonly account: 'exists' | 'unknown',
    detail?: string,
  ) {
    super(401, 'invalid Login', { detail })
  }
}
