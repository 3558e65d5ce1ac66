/** Names that do not follow from those of the ports, as MinIO has them. */
const names: Readonly<Record<string, string>> = {
  'object-browser.list': 's3.ListObjectsV2',
  'object-browser.put': 's3.PutObject',
  'object-browser.get': 's3.GetObject',
  'object-browser.remove': 's3.DeleteObject',
  'object-browser.removeBelow': 's3.DeleteMultipleObjects',
  'object-browser.removeMany': 's3.DeleteMultipleObjects',
  'buckets.list': 's3.ListBuckets',
  'dashboard.info': 'admin.ServerInfo',
  'identity.users': 'admin.ListUsers',
  'identity.groups': 'admin.ListGroups',
  'identity.accounts': 'admin.ListServiceAccounts',
  'policies.list': 'admin.ListPolicies',
}

const verbs: Readonly<Record<string, string>> = { set: 'Put', add: 'Put', update: 'Put', change: 'Put', remove: 'Delete' }

const things: Readonly<Record<string, string>> = { buckets: 's3.Bucket', 'object-browser': 's3.Object', policies: 'admin.Policy' }

/**
 * How a port's call is named where it is traced: `buckets.setVersioning` is `s3.PutBucketVersioning`, and
 * `identity.removeUser` is `admin.DeleteUser`.
 */
export const nameOf = (port: string, call: string) => {
  const [family, thing = ''] = (things[port] ?? 'admin').split('.')
  const [, verb = '', rest = ''] = /^(set|add|update|change|remove|get)?(.*)$/.exec(call) ?? []
  return names[`${port}.${call}`] ?? `${family}.${verbs[verb] ?? 'Get'}${thing}${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}

/** The HTTP method that a call of this name has in S3, or would have. */
export const methodOf = (name: string) => {
  if (name.endsWith('DeleteMultipleObjects')) return 'POST'
  return /\.Delete/.test(name) ? 'DELETE' : /\.Put/.test(name) ? 'PUT' : 'GET'
}

/** What a call is about. Nothing is told of what only administrators call: passwords are among it. */
export const targetOf = (port: string, args: readonly unknown[]) => {
  if (!things[port]?.startsWith('s3')) return { path: `/${port}`, query: '' }
  const [first, second] = args as [bucket?: string | { name: string }, key?: string | { prefix?: string }]
  const bucket = typeof first === 'object' ? first.name : (first ?? '')
  if (port === 'buckets' || second === undefined) return { path: `/${bucket}`, query: '' }
  if (typeof second === 'string') return { path: `/${bucket}/${second}`, query: '' }
  return { path: `/${bucket}/`, query: second.prefix ? String(new URLSearchParams({ prefix: second.prefix })) : '' }
}
