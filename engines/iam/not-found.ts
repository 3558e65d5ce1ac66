import { Failure } from '../../core/protocol/failure.ts'
import { iamEntityDoesNotExist } from './messages.ts'

/** A kind of account or policy that a request names. */
export type NamedKind = 'policy' | 'group' | 'user' | 'service account'

/** MinIO's codes, which the embedded engine uses too. */
const codes: Readonly<Record<NamedKind, string>> = {
  policy: 'XMinioAdminNoSuchPolicy',
  group: 'XMinioAdminNoSuchGroup',
  user: 'XMinioAdminNoSuchUser',
  'service account': 'XMinioInvalidIAMCredentials',
}

/** A 404 for an account or policy that does not exist. The sentence about users is that of the former console. */
export const iamEntityNotFound = (kind: NamedKind, name: string, detail?: string): Failure =>
  new Failure(404, kind === 'user' ? "User doesn't exist" : iamEntityDoesNotExist(kind, name), {
    code: codes[kind],
    detail: detail ?? (kind === 'user' ? `There is no user "${name}"` : undefined),
  })
