/**
 * Values of a request by condition key: `{ 'aws:username': ['ann'], 's3:prefix': ['home/'] }`. An empty list means that
 * the request has no value for the key, `unknown` that only the server knows it.
 */
export type ConditionContext = Readonly<Record<string, readonly string[] | 'unknown' | undefined>>

const jwt = `sub iss aud jti upn name groups given_name family_name middle_name nickname preferred_username profile
picture website email gender birthdate phone_number address scope client_id`

/** Keys of every request whose values only the server sees. */
export const requestOnlyKeys: readonly string[] = [
  'aws:SourceIp',
  'aws:SecureTransport',
  'aws:UserAgent',
  'aws:Referer',
]

/** Keys that may be used as policy variables `${…}`. */
const variableKeys = new Set([
  'aws:CurrentTime',
  'aws:EpochTime',
  'aws:principaltype',
  'aws:userid',
  'aws:username',
  'aws:groups',
  ...requestOnlyKeys,
  'ldap:user',
  'ldap:username',
  'ldap:groups',
  ...jwt.split(/\s+/).map((claim) => `jwt:${claim}`),
  's3:signatureversion',
  's3:authType',
  's3:signatureAge',
  's3:x-amz-content-sha256',
  's3:LocationConstraint',
])

/**
 * Adds names without a service prefix, as MinIO compares them, for all keys that have one: `username` is both
 * `aws:username` and `ldap:username`. Claims and groups without a value get `missing`.
 */
export const normalizeContext = (
  context: ConditionContext,
  missing: 'unknown' | readonly string[] = [],
): ConditionContext =>
  Object.fromEntries(
    Array.from(variableKeys).flatMap((key) => {
      const value = context[key.slice(key.indexOf(':') + 1)]
      if (value !== undefined) return [[key, value]]
      return /^(jwt|ldap):|^aws:groups$/.test(key) ? [[key, missing]] : []
    }),
  )

const listingKeys = new Set(['s3:prefix', 's3:delimiter', 's3:max-keys'])

const objectKeys = new Set([
  's3:versionid',
  's3:x-amz-copy-source',
  's3:x-amz-metadata-directive',
  's3:x-amz-storage-class',
  's3:x-amz-server-side-encryption',
  's3:x-amz-server-side-encryption-aws-kms-key-id',
  's3:x-amz-server-side-encryption-customer-algorithm',
  's3:object-lock-remaining-retention-days',
  's3:object-lock-mode',
  's3:object-lock-legal-hold',
  's3:object-lock-retain-until-date',
  's3:ExistingObjectTag',
  's3:RequestObjectTag',
  's3:RequestObjectTagKeys',
])

/**
 * Actions for which a condition key is valid: any, listings, or object actions; `undefined` for a key that MinIO does
 * not support. Tags are named behind a slash, as in `s3:ExistingObjectTag/team`.
 */
export const keyGroup = (key: string): 'any' | 'listing' | 'object' | undefined => {
  const [name = key] = key.split('/', 1)
  if (listingKeys.has(name)) return 'listing'
  if (objectKeys.has(name)) return 'object'
  return variableKeys.has(name) || name === 'sts:DurationSeconds' || name === 'svc:DurationSeconds' ? 'any' : undefined
}

/** Condition keys and the actions they are valid for; names that end in a slash are followed by a tag key. */
export const conditionKeys: readonly { name: string; appliesTo: 'any' | 'listing' | 'object' }[] = [
  ...Array.from(variableKeys, (name) => ({ name, appliesTo: 'any' as const })),
  ...Array.from(listingKeys, (name) => ({ name, appliesTo: 'listing' as const })),
  ...Array.from(objectKeys, (name) => ({ name: /Tag$/.test(name) ? `${name}/` : name, appliesTo: 'object' as const })),
]

/** Replaces each variable `${…}` of a text; `value` gets its name and its original text. */
export const replaceVariables = (text: string, value: (key: string, variable: string) => string): string => {
  let [done, at] = ['', 0]
  for (;;) {
    const from = text.indexOf('${', at)
    const to = from < 0 ? -1 : text.indexOf('}', from)
    if (to < 0) return done + text.slice(at)
    done += text.slice(at, from) + value(text.slice(from + 2, to), text.slice(from, to + 1))
    at = to + 1
  }
}

const valueOf = (context: ConditionContext, key: string) => (variableKeys.has(key) ? context[key] : undefined)

/** Whether a text has a variable whose value only the server knows. */
export const hasUnknown = (text: string, context: ConditionContext): boolean => {
  let isUnknown = false
  replaceVariables(text, (key, variable) => {
    isUnknown ||= valueOf(context, key) === 'unknown'
    return variable
  })
  return isUnknown
}

/**
 * Expands variables: `home/${aws:username}/` becomes `home/ann/`. Unset variables remain. With `guarded`, so do those
 * whose value contains a wildcard, so that no user name matches more than its owner. Variables whose value only the
 * server knows become `unknown`, if given.
 */
export const expandVariables = (text: string, context: ConditionContext, guarded: boolean, unknown?: string): string =>
  replaceVariables(text, (key, variable) => {
    const values = valueOf(context, key)
    if (values === 'unknown') return unknown ?? variable
    const value = values?.[0]
    return !value || (guarded && /[*?]/.test(value)) ? variable : value
  })
