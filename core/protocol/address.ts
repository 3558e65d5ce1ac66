/** Encodes a text as one path segment. `.` and `..`, which browsers would resolve, get a trailing `~`. */
export const encodeSegment = (text: string) => {
  if (/^\.{1,2}$/.test(text)) return `${text}~`
  // an unpaired surrogate has no encoding
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')).replace(/~/g, '%7E')
}

/** Decodes percent-encoding; an invalid encoding is returned unchanged. */
export const decodePercent = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decodes a raw segment written by `encodeSegment`. */
export const decodeSegment = (raw: string) => (/^\.{1,2}~$/.test(raw) ? raw.slice(0, -1) : decodePercent(raw))

type Parts = { params?: Record<string, string> | undefined; query?: Record<string, unknown> | undefined }

/**
 * Address of a call relative to the console's root, with parameters and query. Undefined values are left out, and lists
 * are repeated parameters.
 */
export const callAddress = (path: string, { params = {}, query = {} }: Parts) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((item) => [name, String(item)]),
  )
  const search = new URLSearchParams(pairs).toString()
  return filled + (search && `?${search}`)
}

const segmentPattern = (part: string) => {
  if (part === '*') return '/(?<rest>.*)'
  if (part === '*?') return '(?:/(?<rest>.*))?'
  return part.startsWith(':') ? `/(?<${part.slice(1)}>[^/]+?)` : `/${part}`
}

/** Raw parameters of a path that matches a route, as wouter parses them; `undefined` if it does not match. */
export const matchPath = (route: string, path: string): Record<string, string> | undefined => {
  const groups = new RegExp(`^${route.split('/').slice(1).map(segmentPattern).join('')}/?$`, 'i').exec(path)
  if (!groups) return undefined
  const { rest, ...named } = { ...groups.groups }
  return { ...named, ...(rest !== undefined && { '*': rest }) }
}

/**
 * First call of a page, as data: `:name` and `*` are filled from the page's address. A `*` followed by a slash matches
 * a folder, either empty or ending in a slash; other addresses have no such call, nor do those with a query parameter
 * listed in `without`. The query is in the order of the page's own call.
 */
export type FirstCall = {
  path: `/api/v1/${string}`
  query?: Readonly<Record<string, string>> | undefined
  without?: readonly string[] | undefined
}

const decodePath = (raw = '') => raw.split('/').map(decodeSegment).join('/')

/** Address of a page's first call, relative to the console's root; `search` is the query string of the page. */
export const firstCallAddress = (
  { path, query = {}, without = [] }: FirstCall,
  raw: Record<string, string>,
  search = '',
): string | undefined => {
  const pageQuery = new URLSearchParams(search)
  if (without.some((name) => pageQuery.get(name))) return undefined
  const params = Object.fromEntries(Object.entries(raw).map(([name, text]) => [name, decodePath(text)]))
  const rest = params['*'] ?? ''
  if (Object.values(query).includes('*/') && !/(^|\/)$/.test(rest)) return undefined
  const value = (text: string) => (/^\*\/?$/.test(text) ? rest : text.startsWith(':') ? params[text.slice(1)] : text)
  return callAddress(path, {
    params,
    query: Object.fromEntries(Object.entries(query).map(([name, text]) => [name, value(text)])),
  })
}

/** Title of a route with `:name` and `*` filled in. */
export const fillTitle = (title: string, raw: Record<string, string | undefined>) =>
  /^(:\w+|\*)$/.test(title) ? decodePath(raw[title.replace(/^:/, '')]) : title
