import type { Credentials, Origin } from '../engine.ts'
import { type ConditionContext, normalizeContext, requestOnlyKeys } from '../iam/keys.ts'
import { USER_AGENT } from '../s3/client.ts'
import { type Claims, claimsOf } from '../s3/session-token.ts'

const textOf = (claim: unknown) => (typeof claim === 'string' && claim ? claim : undefined)

/** Display name of an account whose server-side name is a hash or a distinguished name. */
export const displayNameOf = ({ account, sessionToken }: Pick<Credentials, 'account' | 'sessionToken'>): string => {
  const claims = claimsOf(sessionToken)
  // sessions of local users have claims too, but none of these
  const names = ['preferred_username', 'email', 'upn', 'name', 'ldapUsername', 'sub']
  return names.map((name) => textOf(claims[name])).find((name) => name !== undefined) ?? account
}

/** String claims under their policy variable names: lower case, without the prefix `ldap`. */
const claimContext = (claims: Claims): ConditionContext =>
  Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.replace(/^ldap/, '').toLowerCase(), [value]]] : [],
    ),
  )

const groupsOf = (claims: Claims): readonly string[] | 'unknown' | undefined => {
  const { groups, ldapUser } = claims
  const names = Array.isArray(groups) ? groups.filter((name) => typeof name === 'string') : []
  if (names.length > 0) return names
  if (typeof groups === 'string') return [groups]
  // the server does not report directory groups
  return ldapUser === undefined ? undefined : 'unknown'
}

const signed: ConditionContext = { signatureversion: ['AWS4-HMAC-SHA256'], authType: ['REST-HEADER'] }

/** Directory users have distinguished names; names of the server's own users cannot contain these characters. */
export const isDistinguishedName = (account: string) => /[=,]/.test(account)

/** Values that requests of a service account inherit from its parent; the server does not report them. */
const inherited: ConditionContext = { principaltype: 'unknown', groups: 'unknown', user: 'unknown' }

/**
 * Values of policy variables and conditions for a call by this caller, without the call's own parameters
 * (getConditionValues in MinIO). Keys known only to the server are `unknown`.
 */
export const conditionContextOf = (
  { account, sessionToken }: Pick<Credentials, 'account' | 'sessionToken'>,
  { origin, secure }: { origin: Origin | undefined; secure: boolean },
): ConditionContext => {
  const transport: ConditionContext = {
    SourceIp: origin?.address ? [origin.address] : 'unknown',
    SecureTransport: [String(secure)],
    UserAgent: [USER_AGENT],
    Referer: [''],
  }
  const owner: ConditionContext = { userid: [account], username: isDistinguishedName(account) ? 'unknown' : [account] }
  if (!sessionToken) return normalizeContext({ ...signed, ...transport, ...owner, ...inherited }, 'unknown')
  const claims = claimsOf(sessionToken)
  return normalizeContext({
    ...signed,
    ...transport,
    ...owner,
    username: [account],
    principaltype: ['AssumedRole'],
    ...claimContext(claims),
    groups: groupsOf(claims),
  })
}

/** The same values without those of the current request. */
export const requestlessConditionContext = (context: ConditionContext): ConditionContext =>
  Object.fromEntries(Object.entries(context).filter(([key]) => !requestOnlyKeys.includes(key)))

/**
 * Values for any request of a user: groups come from tokens only, so the server's own users have none. The principal
 * type depends on whether they use a session or their keys.
 */
export const userConditionContext = (account: string): ConditionContext => {
  const context: ConditionContext = { ...signed, userid: [account], principaltype: 'unknown' }
  return isDistinguishedName(account)
    ? normalizeContext({ ...context, username: 'unknown', user: [account] }, 'unknown')
    : normalizeContext({ ...context, username: [account] })
}

/** Values shared by all members of a local group. */
export const groupConditionContext = (): ConditionContext => normalizeContext({ ...signed, principaltype: 'unknown' })
