import { useQuery } from 'stowage/web'
import { kinds } from '../contract.ts'
import * as messages from '../messages.ts'

/** Threshold in ms, short enough that the server accepts the number in ns. */
const threshold = /^\d{1,9}(\.\d{1,6})?$/

/** Explicit value for "any", because an empty one is read as unset. */
const ANY = '*'

const statusTexts: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  499: 'Client Closed Request',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS']

/** Common choices plus the one from the address. */
const choicesOf = (common: readonly string[], chosen: string) => [
  { value: ANY, label: 'Any' },
  ...[...new Set([...common, chosen])]
    .filter(Boolean)
    .sort()
    .map((value) => ({ value, label: [value, statusTexts[value]].filter(Boolean).join(' ') })),
]

const choice = (common: readonly string[], value: string, set: (value: string) => void) => ({
  options: choicesOf(common, value),
  value: value || ANY,
  onChange: (chosen: string) => set(chosen === ANY ? '' : chosen),
})

/** Filter values, stored in the address, and the query built from them. */
export const useFilters = () => {
  const [code, setStatus] = useQuery('status')
  const [verb, setMethod] = useQuery('method')
  const [name, setName] = useQuery('function')
  const [path, setPath] = useQuery('path')
  const [user, setUser] = useQuery('user')
  const [slower, setSlower] = useQuery('threshold')
  const [calls, setCalls] = useQuery('calls', 's3')
  const [errors, setErrors] = useQuery('errors')
  const [own, setOwn] = useQuery('own', 'hide')
  const [headers, setHeaders] = useQuery('headers', 'yes')
  const selected = calls.split(',')
  const chosen = kinds.filter((kind) => selected.includes(kind))
  const status = /^[1-5]\d\d$/.test(code) ? code : ''
  const method = verb.trim().toUpperCase()
  const problems = {
    slower: slower === '' || threshold.test(slower) ? undefined : 'A number of 0 or more',
  }
  return {
    status: choice(Object.keys(statusTexts), status, setStatus),
    method: choice(methods, method, setMethod),
    name: { value: name, onChange: setName },
    path: { value: path, onChange: setPath },
    user: { value: user, onChange: setUser },
    slower: { value: slower, onChange: setSlower },
    chosen,
    choose: (kind: (typeof kinds)[number], on: boolean) =>
      setCalls(kinds.filter((other) => (other === kind ? on : chosen.includes(other))).join(',')),
    onlyErrors: errors === 'yes',
    setOnlyErrors: (on: boolean) => setErrors(on ? 'yes' : ''),
    /** Whether to include the reads this console makes to render its pages. */
    ownReads: own === 'show',
    setOwnReads: (on: boolean) => setOwn(on ? 'show' : 'hide'),
    headers: headers === 'yes',
    setHeaders: (on: boolean) => setHeaders(on ? 'yes' : 'no'),
    /** Number of active filters. */
    set: [status, method, name, path, user, slower, errors].filter(Boolean).length,
    problems,
    /** Why the trace cannot start with these filters. */
    problem: (problems.slower && messages.enterResponseThreshold) ?? (chosen.length === 0 && messages.typeRequired),
    /** The same for calls that have arrived. */
    conditions: {
      api: '',
      threshold: problems.slower ? 0 : Math.round(Number(slower) * 1e6),
      onlyErrors: errors === 'yes',
      statusCode: Number(status),
      method,
      funcname: name.trim(),
      path: path.trim(),
      user: user.trim(),
    },
    query: {
      calls: chosen.join(','),
      threshold: String(Math.round(Number(slower) * 1e6)),
      onlyErrors: errors === 'yes' ? 'yes' : 'no',
      statusCode: status,
      method,
      funcname: name.trim(),
      path: path.trim(),
      user: user.trim(),
      own: own === 'show' ? ('show' as const) : ('hide' as const),
      headers: headers === 'yes' ? 'yes' : 'no',
    },
  }
}

export type Filters = ReturnType<typeof useFilters>
