/** The parts of a database connection that a form has fields for; anything else in the text stays as it is. */
export type ConnectionParts = {
  host: string
  port: string
  dbname: string
  user: string
  password: string
  sslmode: string
}

const none: ConnectionParts = { host: '', port: '', dbname: '', user: '', password: '', sslmode: '' }

/** A backslash escapes outside of quotes too, and a quote has to be closed: text that has either is not parsed. */
const token = /([A-Za-z_]+)\s*=\s*('(?:\\.|[^'\\])*'|(?!')[^\s\\]*)/g

const unquoted = (text: string) => (text.startsWith("'") ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)
const quoted = (text: string) => (/[\s'\\]/.test(text) ? `'${text.replace(/['\\]/g, '\\$&')}'` : text)

const order = ['host', 'dbname', 'user', 'password', 'port', 'sslmode'] as const

const isPart = (name: string): name is keyof ConnectionParts => name in none

/** `host=… dbname=… user=… password=… port=… sslmode=…`; a URL (`postgres://…`) has no such parts. */
const postgres = {
  parse: (text: string): ConnectionParts | undefined => {
    const found = [...text.matchAll(token)]
    if (text.replace(token, '').trim() !== '') return undefined
    return {
      ...none,
      ...Object.fromEntries(
        found.flatMap(([, name = '', value = '']) => (isPart(name) ? [[name, unquoted(value)]] : [])),
      ),
    }
  },
  compose: (parts: ConnectionParts, before: string): string => {
    const others = [...before.matchAll(token)].flatMap(([whole, name = '']) => (isPart(name) ? [] : [whole]))
    return [...order.flatMap((name) => (parts[name] ? `${name}=${quoted(parts[name])}` : [])), ...others].join(' ')
  },
}

/** The driver splits at the last slash, so nothing after it may hold another one. */
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
    const who = user || password ? `${user}${password ? `:${password}` : ''}@` : ''
    return `${who}tcp(${host}${port ? `:${port}` : ''})/${dbname}${rest}`
  },
}

/**
 * Parses and composes the connection strings of each kind of database, as their Go drivers read them. A string that
 * `parse` returns `undefined` for can only be edited as text.
 */
export const connectionStrings = { postgres, mysql }
