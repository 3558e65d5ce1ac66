/** Parts of a database connection string that have form fields; the rest of the string is preserved. */
export type ConnectionParts = {
  host: string
  port: string
  dbname: string
  user: string
  password: string
  sslmode: string
}

const none: ConnectionParts = { host: '', port: '', dbname: '', user: '', password: '', sslmode: '' }

/** Does not parse backslash escapes outside quotes or unclosed quotes. */
const token = /([A-Za-z_]+)\s*=\s*('(?:\\.|[^'\\])*'|(?!')[^\s\\]*)/g

const unquoted = (text: string) => (text.startsWith("'") ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)
const quoted = (text: string) => (/[\s'\\]/.test(text) ? `'${text.replace(/['\\]/g, '\\$&')}'` : text)

const order = ['host', 'dbname', 'user', 'password', 'port', 'sslmode'] as const

const isPart = (name: string): name is keyof ConnectionParts => name in none

/** `host=… dbname=… user=… password=… port=… sslmode=…`; a URL (`postgres://…`) is not parsed. */
const postgres = {
  parse: (text: string): ConnectionParts | undefined => {
    const tokens = [...text.matchAll(token)]
    if (text.replace(token, '').trim() !== '') return undefined
    return {
      ...none,
      ...Object.fromEntries(
        tokens.flatMap(([, name = '', value = '']) => (isPart(name) ? [[name, unquoted(value)]] : [])),
      ),
    }
  },
  compose: (parts: ConnectionParts, before: string): string => {
    const otherParts = [...before.matchAll(token)].flatMap(([whole, name = '']) => (isPart(name) ? [] : [whole]))
    return [...order.flatMap((name) => (parts[name] ? `${name}=${quoted(parts[name])}` : [])), ...otherParts].join(' ')
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
