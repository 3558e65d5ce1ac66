import { BlockList, isIP } from 'node:net'
import type { Condition, Value } from './document.ts'
import { matches } from './glob.ts'

/** What is known of a request, by condition key: `{ 'aws:username': ['ann'], 's3:prefix': ['home/'] }`. */
export type Known = Readonly<Record<string, readonly string[] | undefined>>

type Negation = { negated?: boolean }
type Operator = Negation &
  (
    | { kind: 'text' | 'like' | 'folded' | 'binary' }
    | { kind: 'address' | 'bool' | 'null' }
    | { kind: 'number' | 'date'; holds: (difference: number) => boolean; absent?: boolean }
  )

const order = {
  Equals: (difference: number) => difference === 0,
  NotEquals: (difference: number) => difference !== 0,
  LessThan: (difference: number) => difference < 0,
  LessThanEquals: (difference: number) => difference <= 0,
  GreaterThan: (difference: number) => difference > 0,
  GreaterThanEquals: (difference: number) => difference >= 0,
}

const ordered = (kind: 'number' | 'date', prefix: string) =>
  Object.entries(order).map(([name, holds]): [string, Operator] => [prefix + name, { kind, holds }])

const operators = new Map<string, Operator>([
  ['StringEquals', { kind: 'text' }],
  ['StringNotEquals', { kind: 'text', negated: true }],
  ['StringEqualsIgnoreCase', { kind: 'folded' }],
  ['StringNotEqualsIgnoreCase', { kind: 'folded', negated: true }],
  ['StringLike', { kind: 'like' }],
  ['StringNotLike', { kind: 'like', negated: true }],
  ['BinaryEquals', { kind: 'binary' }],
  ['IpAddress', { kind: 'address' }],
  ['NotIpAddress', { kind: 'address', negated: true }],
  ['Bool', { kind: 'bool' }],
  ['Null', { kind: 'null' }],
  ...ordered('number', 'Numeric'),
  ...ordered('date', 'Date'),
  ['NumericGreaterThanIfExists', { kind: 'number', holds: order.GreaterThan, absent: true }],
])

const qualifiers = /^(ForAllValues|ForAnyValue):/

/** The kind of an operator, be it behind `ForAllValues:` or `ForAnyValue:`; nothing for one that MinIO lacks. */
export const operatorKind = (name: string): Operator['kind'] | undefined =>
  operators.get(name.replace(qualifiers, ''))?.kind

const jwt = `sub iss aud jti upn name groups given_name family_name middle_name nickname preferred_username profile
picture website email gender birthdate phone_number address scope client_id`

/** Keys that every request has, but that only whoever sees the request itself can tell. */
const sent = ['aws:SourceIp', 'aws:SecureTransport', 'aws:UserAgent', 'aws:Referer']

/** Keys that a policy variable `${…}` may name. */
const common = new Set([
  ...['aws:CurrentTime', 'aws:EpochTime', 'aws:principaltype', 'aws:userid', 'aws:username', 'aws:groups', ...sent],
  ...['ldap:user', 'ldap:username', 'ldap:groups', ...jwt.split(/\s+/).map((claim) => `jwt:${claim}`)],
  ...['s3:signatureversion', 's3:authType', 's3:signatureAge', 's3:x-amz-content-sha256', 's3:LocationConstraint'],
])

const ofListing = new Set(['s3:prefix', 's3:delimiter', 's3:max-keys'])

const ofObject = new Set([
  ...['s3:versionid', 's3:x-amz-copy-source', 's3:x-amz-metadata-directive', 's3:x-amz-storage-class'],
  ...['s3:x-amz-server-side-encryption', 's3:x-amz-server-side-encryption-aws-kms-key-id'],
  ...['s3:x-amz-server-side-encryption-customer-algorithm', 's3:object-lock-remaining-retention-days'],
  ...['s3:object-lock-mode', 's3:object-lock-legal-hold', 's3:object-lock-retain-until-date'],
  ...['s3:ExistingObjectTag', 's3:RequestObjectTag', 's3:RequestObjectTagKeys'],
])

/**
 * What may be bound to a condition key: any action, a listing or something with an object; nothing for a key that MinIO
 * does not have. Tags are named behind a slash, as in `s3:ExistingObjectTag/team`.
 */
export const keyGroup = (key: string): 'any' | 'listing' | 'object' | undefined => {
  const [name = key] = key.split('/', 1)
  if (ofListing.has(name)) return 'listing'
  if (ofObject.has(name)) return 'object'
  return common.has(name) || name === 'sts:DurationSeconds' || name === 'svc:DurationSeconds' ? 'any' : undefined
}

/** A network in CIDR form, or one address; nothing when it is neither. */
export const parseNetwork = (text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined => {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (!version || rest.length > 0) return undefined
  const most = version === 4 ? 32 : 128
  const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : most + 1
  return bits > most ? undefined : { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

const within = (addresses: readonly string[], networks: readonly Value[]): boolean => {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(String(text))
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return addresses.some((address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'))
}

/**
 * Puts what is known into the variables of a text: `home/${aws:username}/` becomes `home/ann/`. A variable that is not
 * known stays. With `guarded` so does one whose value holds a wildcard, so that nobody's name reaches beyond its owner.
 */
export const expand = (text: string, known: Known, guarded: boolean): string =>
  text.includes('${')
    ? text.replace(/\$\{([^}]*)\}/g, (variable, key: string) => {
        const value = common.has(key) ? known[key]?.[0] : undefined
        return !value || (guarded && /[*?]/.test(value)) ? variable : value
      })
    : text

const compareText = (
  operator: Operator,
  qualifier: string | undefined,
  actual: readonly string[],
  wanted: readonly string[],
) => {
  const fold = operator.kind === 'folded' ? (text: string) => text.toLowerCase() : (text: string) => text
  const same = operator.kind === 'like' ? matches : (one: string, other: string) => fold(one) === fold(other)
  const found = (text: string) => wanted.some((pattern) => same(pattern, text))
  return qualifier === 'ForAllValues' ? actual.every(found) : actual.some(found)
}

const distance = (kind: 'number' | 'date', actual: string, wanted: Value) => {
  if (kind === 'date') return Date.parse(actual) - Date.parse(String(wanted))
  return /^[+-]?\d+$/.test(actual) ? Number(actual) - Number(wanted) : Number.NaN
}

const truth = (value: Value | undefined) => /^(1|t|true)$/i.test(String(value))

const holds = (
  operator: Operator,
  qualifier: string | undefined,
  actual: readonly string[],
  wanted: readonly Value[],
): boolean => {
  switch (operator.kind) {
    case 'number':
    case 'date': {
      if (actual[0] === undefined) return operator.absent ?? false
      const difference = distance(operator.kind, actual[0], wanted[0] ?? '')
      return !Number.isNaN(difference) && operator.holds(difference)
    }
    case 'bool':
      return actual[0] === String(wanted[0])
    case 'null':
      return truth(wanted[0]) === (actual.length === 0)
    case 'address':
      return within(actual, wanted)
    case 'binary':
      return compareText(
        operator,
        qualifier,
        actual,
        wanted.map((value) => Buffer.from(String(value), 'base64').toString()),
      )
    default:
      return compareText(operator, qualifier, actual, wanted.map(String))
  }
}

const now = (key: string): string[] | undefined => {
  if (key === 'aws:CurrentTime') return [new Date().toISOString()]
  return key === 'aws:EpochTime' ? [String(Math.floor(Date.now() / 1000))] : undefined
}

/** What to make of the conditions of one request (`asked`), or of any request that could be made (`open`). */
export type Scope = 'asked' | 'open'

/**
 * Whether a statement's conditions hold. Whatever cannot be decided, for want of a known operator or of a value that
 * every request has, is decided against the caller: it keeps an Allow from matching and lets a Deny match. With `open`
 * a key that requests may fill as they like counts for the caller.
 */
export const conditionsHold = (
  condition: Condition | undefined,
  effect: 'Allow' | 'Deny',
  known: Known,
  scope: Scope,
): boolean => {
  const against = effect === 'Deny'
  return Object.entries(condition ?? {}).every(([name, keys]) => {
    const qualifier = qualifiers.exec(name)?.[1]
    const operator = operators.get(name.replace(qualifiers, ''))
    return Object.entries(keys).every(([key, values]) => {
      const actual = known[key] ?? now(key)
      const group = keyGroup(key)
      if (!operator || !group) return against
      if (!actual && sent.includes(key)) return against
      if (!actual && scope === 'open' && group !== 'any') return !against
      const guarded = operator.kind === 'like' && against === (operator.negated ?? false)
      const wanted = values.map((value) => (typeof value === 'string' ? expand(value, known, guarded) : value))
      return holds(operator, qualifier, actual ?? [], wanted) !== (operator.negated ?? false)
    })
  })
}
