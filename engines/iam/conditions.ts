import { BlockList, isIP } from 'node:net'
import type { Condition, Value } from './document.ts'
import { globOf, matches } from './glob.ts'
import { expandVariables, hasUnknown, keyGroup, type ConditionContext, requestOnlyKeys } from './keys.ts'

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

/** Without the prefixes `ForAllValues:` and `ForAnyValue:`. */
export const operatorNames: readonly string[] = [...operators.keys()]

const qualifiers = /^(ForAllValues|ForAnyValue):/

/** Kind of an operator, with or without a prefix; `undefined` if MinIO does not support it. */
export const operatorKind = (name: string): Operator['kind'] | undefined =>
  operators.get(name.replace(qualifiers, ''))?.kind

/** Parses a CIDR network or a single address; `undefined` if it is neither. */
export const parseNetwork = (text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined => {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (!version || rest.length > 0) return undefined
  const maxBits = version === 4 ? 32 : 128
  const bits = prefix === undefined ? maxBits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : maxBits + 1
  return bits > maxBits ? undefined : { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

const isInNetwork = (addresses: readonly string[], networks: readonly Value[]): boolean => {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(String(text))
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return addresses.some((address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'))
}

type Compare = (actual: readonly string[]) => boolean

/** Checks in linear time whether texts are among the expected ones. */
const compareAny = (qualifier: string | undefined, test: (text: string) => boolean): Compare =>
  qualifier === 'ForAllValues' ? (actual) => actual.every(test) : (actual) => actual.some(test)

const matchesAny = (patterns: readonly string[]) => {
  const globs = patterns.map(globOf)
  return (text: string) => globs.some((glob) => matches(glob, text))
}

const equalsAny = (expected: readonly string[]) => {
  const all = new Set(expected)
  return (text: string) => all.has(text)
}

const equalsAnyIgnoringCase = (expected: readonly string[]) => {
  const isOneOf = equalsAny(expected.map((text) => text.toLowerCase()))
  return (text: string) => isOneOf(text.toLowerCase())
}

const distance = (kind: 'number' | 'date', actual: string, expected: Value) => {
  if (kind === 'date') return Date.parse(actual) - Date.parse(String(expected))
  return /^[+-]?\d+$/.test(actual) ? Number(actual) - Number(expected) : Number.NaN
}

const parseBoolean = (value: Value | undefined) => /^(1|t|true)$/i.test(String(value))

const comparison = (operator: Operator, qualifier: string | undefined, expected: readonly Value[]): Compare => {
  const [first] = expected
  const texts = expected.map(String)
  switch (operator.kind) {
    case 'number':
    case 'date':
      return ([actual]) => {
        if (actual === undefined) return operator.absent ?? false
        const difference = distance(operator.kind, actual, first ?? '')
        return !Number.isNaN(difference) && operator.holds(difference)
      }
    case 'bool':
      return ([actual]) => actual === String(first)
    case 'null':
      return (actual) => parseBoolean(first) === (actual.length === 0)
    case 'address':
      return (actual) => isInNetwork(actual, expected)
    case 'binary':
      return compareAny(qualifier, equalsAny(texts.map((text) => Buffer.from(text, 'base64').toString())))
    case 'like':
      return compareAny(qualifier, matchesAny(texts))
    case 'folded':
      return compareAny(qualifier, equalsAnyIgnoringCase(texts))
    default:
      return compareAny(qualifier, equalsAny(texts))
  }
}

const now = (key: string): string[] | undefined => {
  if (key === 'aws:CurrentTime') return [new Date().toISOString()]
  return key === 'aws:EpochTime' ? [String(Math.floor(Date.now() / 1000))] : undefined
}

/** Whether conditions are evaluated for one request (`request`), or for any possible request (`any`). */
export type Scope = 'request' | 'any'

/** Whether a statement's conditions hold for a request, given its values in addition to the caller's. */
export type Conditions = (request: ConditionContext, scope: Scope) => boolean

/**
 * Purpose of an evaluation: deciding a request, or offering what the server will decide. Values known only to the
 * server count against the caller in a decision, and for the caller in an offer.
 */
export type Purpose = 'decide' | 'offer'

/**
 * A statement's conditions for one caller; `undefined` if they always hold, `never` if they never do. An unsupported
 * operator or key, and a value known only to the server, keep an Allow from matching and make a Deny match; for an
 * offer such a value does the opposite. With `any`, keys that requests can set freely count for the caller.
 */
export const conditionsOf = (
  condition: Condition | undefined,
  effect: 'Allow' | 'Deny',
  caller: ConditionContext,
  purpose: Purpose = 'decide',
): Conditions | 'never' | undefined => {
  const against = effect === 'Deny'
  const ifUnknown = purpose === 'offer' ? !against : against
  const open: Conditions[] = []
  for (const [name, keys] of Object.entries(condition ?? {})) {
    const qualifier = qualifiers.exec(name)?.[1]
    const operator = operators.get(name.replace(qualifiers, ''))
    for (const [key, values] of Object.entries(keys)) {
      const group = keyGroup(key)
      if (!operator || !group) {
        if (!against) return 'never'
        continue
      }
      if (values.some((value) => typeof value === 'string' && hasUnknown(value, caller))) {
        open.push(() => ifUnknown)
        continue
      }
      const negated = operator.negated ?? false
      const guarded = operator.kind === 'like' && against === negated
      const expected = values.map((value) =>
        typeof value === 'string' ? expandVariables(value, caller, guarded) : value,
      )
      const isMet = comparison(operator, qualifier, expected)
      const actual = caller[key]
      // values of the caller are the same in every request
      if (actual && actual !== 'unknown') {
        if (isMet(actual) === negated) return 'never'
        continue
      }
      open.push((request, scope) => {
        const actualValues = request[key] ?? actual ?? now(key)
        if (actualValues === 'unknown' || (!actualValues && requestOnlyKeys.includes(key))) return ifUnknown
        if (!actualValues && scope === 'any' && group !== 'any') return !against
        return isMet(actualValues ?? []) !== negated
      })
    }
  }
  return open.length === 0 ? undefined : (request, scope) => open.every((holds) => holds(request, scope))
}
