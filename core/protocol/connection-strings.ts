const partNames = ['host', 'dbname', 'user', 'password', 'port', 'sslmode'] as const

/** Parts of a database connection string that have form fields; the rest of the string is preserved. */
export type ConnectionParts = Record<(typeof partNames)[number], string>

const none: ConnectionParts = { host: '', port: '', dbname: '', user: '', password: '', sslmode: '' }

/** Does not parse backslash escapes outside quotes or unclosed quotes. */
const token = /([A-Za-z_]+)\s*=\s*('(?:\\.|[^'\\])*'|(?!')[^\s\\]*)/g

const unquoted = (text: string) => (text.startsWith("'") ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)
const quoted = (text: string) => (/[\s'\\]/.test(text) ? `'${text.replace(/['\\]/g, '\\$&')}'` : text)

/** `host=… dbname=… user=… password=… port=… sslmode=…`; a URL (`postgres://…`) is not parsed. */
const postgres = {
  parse: (text: string): ConnectionParts | undefined => {
    const tokens = [...text.matchAll(token)]
    if (text.replace(token, '').trim() !== '') return undefined
    const parts = tokens.flatMap(([, name = '', value = '']) => (name in none ? [[name, unquoted(value)]] : []))
    return { ...none, ...Object.fromEntries(parts) }
  },
  /** Replaces changed parts in place, and appends new ones, so that the rest keeps its text. */
  compose: (parts: ConnectionParts, before: string): string => {
    const stored = postgres.parse(before) ?? none
    const changed = partNames.filter((name) => parts[name] !== stored[name])
    const texts = new Map<string, string>(
      changed.map((name) => [name, parts[name] && `${name}=${quoted(parts[name])}`]),
    )
    const replaced = before.replace(token, (whole, name: string) => texts.get(name) ?? whole)
    const existing = [...before.matchAll(token)].map(([, name]) => name)
    const added = changed.flatMap((name) => (existing.includes(name) ? [] : [texts.get(name)]))
    return [replaced.trim(), ...added].filter(Boolean).join(' ')
  },
}

/** The driver splits at the last slash, so no other slash may follow it. */
const dsn = /^(?:([^:@/]*)(?::(.*))?@)?(?:tcp\(([^():]*|\[[^\]]*\])(?::(\d+))?\))?\/([^?/]*)(\?[^/]*)?$/s

/** `user:password@tcp(host:port)/name?…`. */
const mysql = {
  parse: (text: string): ConnectionParts | undefined => {
    if (text === '') return none
    const match = dsn.exec(text)
    if (!match) return undefined
    const [, user = '', password = '', host = '', port = '', dbname = ''] = match
    return { ...none, user, password, host, port, dbname }
  },
  compose: ({ user, password, host, port, dbname }: ConnectionParts, before: string): string => {
    const rest = dsn.exec(before)?.[6] ?? ''
    if (![user, password, host, port, dbname].some(Boolean)) return ''
    const credentials = user || password ? `${user}${password ? `:${password}` : ''}@` : ''
    return `${credentials}tcp(${host}${port ? `:${port}` : ''})/${dbname}${rest}`
  },
}

/**
 * Parses and formats connection strings of each database as their Go drivers do. If `parse` returns `undefined`, the
 * string can only be edited as text.
 */
export const connectionStrings = { postgres, mysql }
