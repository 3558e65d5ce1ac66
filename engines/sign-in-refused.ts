import { Failure } from '../core/failure.ts'

/**
 * A sign-in that failed (401). `account` says whether the storage has an account of the name that was tried: for the
 * audit, which records no other names. The answer never tells.
 */
export class SignInRefused extends Failure {
  constructor(
    readonly account: 'exists' | 'unknown',
    detail?: string,
  ) {
    super(401, 'invalid Login', { detail })
  }
}
