/** A text as one segment of an address. `.` and `..`, which a browser would fold away, get a `~` behind them. */
export const segment = (text: string) => {
  if (/^\.{1,2}$/.test(text)) return `${text}~`
  // half of a surrogate pair has no encoding
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')).replace(/~/g, '%7E')
}

/** The text of a raw segment, as `segment` wrote it; one that is no encoding comes back as it is. */
export const plain = (raw: string) => {
  try {
    return /^\.{1,2}~$/.test(raw) ? raw.slice(0, -1) : decodeURIComponent(raw)
  } catch {
    return raw
  }
}

type Parts = { params?: Record<string, string> | undefined; query?: Record<string, unknown> | undefined }

/**
 * A call's address at the root of the console, its parameters and query filled in; what is undefined is left out, and a
 * list is a value after the other.
 */
export const callAddress = (path: string, { params = {}, query = {} }: Parts) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  const search = new URLSearchParams(pairs).toString()
  return filled + (search && `?${search}`)
}

const piece = (part: string) => {
  if (part === '*') return '/(?<rest>.*)'
  if (part === '*?') return '(?:/(?<rest>.*))?'
  return part.startsWith(':') ? `/(?<${part.slice(1)}>[^/]+?)` : `/${part}`
}

/**
 * The raw parameters that a raw path has for a route's path, as wouter finds them; nothing where it is another one's.
 */
export const matchPath = (route: string, path: string): Record<string, string> | undefined => {
  const groups = new RegExp(`^${route.split('/').slice(1).map(piece).join('')}/?$`, 'i').exec(path)
  if (!groups) return undefined
  const { rest, ...named } = { ...groups.groups }
  return { ...named, ...(rest !== undefined && { '*': rest }) }
}

/**
 * The call that a page begins with, as data: `:name` and `*` stand for what the page's address has there. A `*` with a
 * slash behind it is a rest that names a folder, empty or with a slash at its end; at any other address there is no
 * such call, nor where the address's query has what is named `without`. The query's order is that of the page's own
 * call.
 */
export type FirstCall = {
  path: `/api/v1/${string}`
  query?: Readonly<Record<string, string>> | undefined
  without?: readonly string[] | undefined
}

const decoded = (raw = '') => raw.split('/').map(plain).join('/')

/** The address of a page's first call, at the root of the console; `search` is the query of the page's address. */
export const firstAddress = (
  { path, query = {}, without = [] }: FirstCall,
  raw: Record<string, string>,
  search = '',
): string | undefined => {
  const asked = new URLSearchParams(search)
  if (without.some((name) => asked.get(name))) return undefined
  const params = Object.fromEntries(Object.entries(raw).map(([name, text]) => [name, decoded(text)]))
  const rest = params['*'] ?? ''
  if (Object.values(query).includes('*/') && !/(^|\/)$/.test(rest)) return undefined
  const value = (text: string) => (/^\*\/?$/.test(text) ? rest : text.startsWith(':') ? params[text.slice(1)] : text)
  return callAddress(path, {
    params,
    query: Object.fromEntries(Object.entries(query).map(([name, text]) => [name, value(text)])),
  })
}

/** A route's title for an address: `:name` and `*` stand for what that has there. */
export const titleAt = (title: string, raw: Record<string, string | undefined>) =>
  /^(:\w+|\*)$/.test(title) ? decoded(raw[title.replace(/^:/, '')]) : title
