import type { Origin } from '../engine.ts'
import { type Known, keysOf } from '../policy/keys.ts'
import type { UserRecord } from './store/records.ts'

/** How a request proves who sends it: with a session, or by a link that the account has signed. */
export type Proof = 'session' | 'link'

/**
 * All that conditions and variables of policies may name of an account: root where no user is given. What depends on
 * the request itself is left out where nobody knows where it comes from.
 */
export const factsOf = (
  account: string,
  user: Pick<UserRecord, 'groups'> | undefined,
  { origin, proof = 'session' }: { origin?: Origin | undefined; proof?: Proof } = {},
): Known =>
  keysOf({
    username: [account],
    userid: [account],
    principaltype: [user ? 'AssumedRole' : 'Account'],
    signatureversion: ['AWS4-HMAC-SHA256'],
    authType: [proof === 'link' ? 'REST-QUERY-STRING' : 'REST-HEADER'],
    groups: user?.groups ?? [],
    ...(origin && {
      SourceIp: [origin.address],
      SecureTransport: [String(origin.secure)],
      UserAgent: [origin.userAgent ?? ''],
      Referer: [origin.referer ?? ''],
    }),
  })

/** The facts that all members of a group share; who they are is unknown. */
export const factsOfGroup = (group: string): Known =>
  keysOf({ signatureversion: ['AWS4-HMAC-SHA256'], authType: ['REST-HEADER'], groups: [group] })
