import type { Credentials, Origin } from '../engine.ts'
import { type Known, keysOf, sent } from '../policy/keys.ts'
import { USER_AGENT } from './client.ts'

type Claims = Readonly<Record<string, unknown>>

/** The claims in a session token; none where there is no token, or one that is no JWT. */
export const claimsOf = (sessionToken: string): Claims => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(sessionToken.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : {}
  } catch {
    return {}
  }
}

const textOf = (claim: unknown) => (typeof claim === 'string' && claim ? claim : undefined)

/** The name people know an account by, where its name at the server is a hash or a distinguished name. */
export const displayNameOf = ({ account, sessionToken }: Pick<Credentials, 'account' | 'sessionToken'>): string => {
  const claims = claimsOf(sessionToken)
  // the session of a local user has claims as well, but none of a person
  const names = ['preferred_username', 'email', 'upn', 'name', 'ldapUsername', 'sub']
  return names.map((name) => textOf(claims[name])).find((name) => name !== undefined) ?? account
}

/** Claims that are texts, under the names by which policies know them: in lower case, without `ldap` in front. */
const claimFacts = (claims: Claims): Known =>
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
  // the server keeps the groups of the directory to itself
  return ldapUser === undefined ? undefined : 'unknown'
}

const signed: Known = { signatureversion: ['AWS4-HMAC-SHA256'], authType: ['REST-HEADER'] }

/** Names of a directory are distinguished names; those of the server's own users hold no such characters. */
export const isDistinguishedName = (account: string) => /[=,]/.test(account)

/** What a request by a service account carries over from its owner is stored at the server, and told to nobody. */
const inherited: Known = { principaltype: 'unknown', groups: 'unknown', user: 'unknown' }

/**
 * All that the server fills in for conditions and variables of policies in a call by this caller, apart from the call's
 * own parameters (getConditionValues of MinIO). Keys whose values only the server knows are `unknown`.
 */
export const factsOf = (
  { account, sessionToken }: Pick<Credentials, 'account' | 'sessionToken'>,
  { origin, secure }: { origin: Origin | undefined; secure: boolean },
): Known => {
  const transport: Known = {
    SourceIp: origin?.address ? [origin.address] : 'unknown',
    SecureTransport: [String(secure)],
    UserAgent: [USER_AGENT],
    Referer: [''],
  }
  const owner: Known = { userid: [account], username: isDistinguishedName(account) ? 'unknown' : [account] }
  if (!sessionToken) return keysOf({ ...signed, ...transport, ...owner, ...inherited }, 'unknown')
  const claims = claimsOf(sessionToken)
  return keysOf({
    ...signed,
    ...transport,
    ...owner,
    username: [account],
    principaltype: ['AssumedRole'],
    ...claimFacts(claims),
    groups: groupsOf(claims),
  })
}

/** The same facts without those of the request at hand. */
export const factsOfAnyRequest = (facts: Known): Known =>
  Object.fromEntries(Object.entries(facts).filter(([key]) => !sent.includes(key)))

/**
 * What the server fills in for a user, whatever they send: groups come from tokens alone, so its own users have none
 * there. Whether they sign in or use their keys decides the principal type.
 */
export const factsOfUser = (account: string): Known => {
  const facts: Known = { ...signed, userid: [account], principaltype: 'unknown' }
  return isDistinguishedName(account)
    ? keysOf({ ...facts, username: 'unknown', user: [account] }, 'unknown')
    : keysOf({ ...facts, username: [account] })
}

/** What the members of a local group share. */
export const factsOfGroup = (): Known => keysOf({ ...signed, principaltype: 'unknown' })
