export { MASK, masked, unmasked } from '../../core/masked.ts'

/** The parts of a database's connection that people know; anything else in its text stays where it is. */
export type Parts = { host: string; port: string; dbname: string; user: string; password: string; sslmode: string }

const none: Parts = { host: '', port: '', dbname: '', user: '', password: '', sslmode: '' }

const token = /([A-Za-z_]+)\s*=\s*('(?:\\.|[^'\\])*'|\S*)/g

const unquoted = (text: string) => (text.startsWith("'") ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)
const quoted = (text: string) => (/[\s'\\]/.test(text) ? `'${text.replace(/['\\]/g, '\\$&')}'` : text)

const order = ['host', 'dbname', 'user', 'password', 'port', 'sslmode'] as const

const isPart = (name: string): name is keyof Parts => name in none

/** `host=… dbname=… user=… password=… port=… sslmode=…`; an address (`postgres://…`) has no such parts. */
const postgres = {
  parse: (text: string): Parts | undefined => {
    const found = [...text.matchAll(token)]
    if (text.replace(token, '').trim() !== '') return undefined
    return {
      ...none,
      ...Object.fromEntries(
        found.flatMap(([, name = '', value = '']) => (isPart(name) ? [[name, unquoted(value)]] : [])),
      ),
    }
  },
  compose: (parts: Parts, before: string): string => {
    const others = [...before.matchAll(token)].flatMap(([whole, name = '']) => (isPart(name) ? [] : [whole]))
    return [...order.flatMap((name) => (parts[name] ? `${name}=${quoted(parts[name])}` : [])), ...others].join(' ')
  },
}

const dsn = /^(?:([^:@/]*)(?::(.*))?@)?(?:tcp\(([^():]*|\[[^\]]*\])(?::(\d+))?\))?\/([^?/]*)(\?.*)?$/s

/** `user:password@tcp(host:port)/name?…`. */
const mysql = {
  parse: (text: string): Parts | undefined => {
    if (text === '') return none
    const match = dsn.exec(text)
    if (!match) return undefined
    const [, user = '', password = '', host = '', port = '', dbname = ''] = match
    return { ...none, user, password, host, port, dbname }
  },
  compose: ({ user, password, host, port, dbname }: Parts, before: string): string => {
    const rest = dsn.exec(before)?.[6] ?? ''
    if (![user, password, host, port, dbname].some(Boolean)) return ''
    const who = user || password ? `${user}${password ? `:${password}` : ''}@` : ''
    return `${who}tcp(${host}${port ? `:${port}` : ''})/${dbname}${rest}`
  },
}

/**
 * How the connections of each kind are taken apart and put together; what is taken apart to nothing can only be edited
 * as a text.
 */
export const connections = { postgres, mysql }
