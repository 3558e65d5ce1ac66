import type { ApiRequest } from '../api.ts'

/** A parsed path of the Kubernetes API, for any kind. */
export type ResourcePath = {
  group: string
  version: string
  plural: string
  namespace: string | undefined
  name: string | undefined
  sub: string | undefined
}

/** Parses a request path; `undefined` if it does not address objects. */
export const parsePath = (path: string): ResourcePath | undefined => {
  const parts = path.split('/').slice(1).map(decodeURIComponent)
  const isCoreGroup = parts[0] === 'api'
  const [group = '', version = '', ...rest] = isCoreGroup ? ['', ...parts.slice(1)] : parts.slice(1)
  if (rest.length === 0) return undefined
  const isNamespaced =
    rest[0] === 'namespaces' &&
    rest.length > 2 &&
    !(rest.length === 3 && ['status', 'finalize'].includes(rest[2] ?? ''))
  const [plural = '', name, sub] = isNamespaced ? rest.slice(2) : rest
  return { group, version, plural, namespace: isNamespaced ? rest[1] : undefined, name, sub }
}

export const verbOf = ({ method, query = {} }: ApiRequest, { name }: ResourcePath) => {
  if (method === 'GET') return name !== undefined ? 'get' : query.watch ? 'watch' : 'list'
  if (method === 'DELETE') return name !== undefined ? 'delete' : 'deletecollection'
  return ({ POST: 'create', PUT: 'update', PATCH: 'patch' } as const)[method]
}
