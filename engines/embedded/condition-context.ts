import type { Origin } from '../engine.ts'
import { type ConditionContext, normalizeContext } from '../iam/keys.ts'
import type { UserRecord } from './store/records.ts'

/** How a request authenticates: with a session, or with a link signed by the account. */
export type AuthenticationMethod = 'session' | 'link'

/**
 * Values of policy variables and conditions for an account; without a user, for root. Request-specific values are left
 * out if the origin is unknown.
 */
export const conditionContextOf = (
  account: string,
  user: Pick<UserRecord, 'groups'> | undefined,
  { origin, proof = 'session' }: { origin?: Origin | undefined; proof?: AuthenticationMethod } = {},
): ConditionContext =>
  normalizeContext({
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

/** Values shared by all members of a group; the member is unknown. */
export const groupConditionContext = (group: string): ConditionContext =>
  normalizeContext({ signatureversion: ['AWS4-HMAC-SHA256'], authType: ['REST-HEADER'], groups: [group] })
