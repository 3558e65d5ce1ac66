/** What stands in the place of a secret within a value that is shown. */
export const MASK = '••••••••'

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
    return { ...none, ...Object.fromEntries(found.flatMap(([, name = '', value = '']) => (isPart(name) ? [[name, unquoted(value)]] : []))) }
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

/** How the connections of each kind are taken apart and put together; what is taken apart to nothing can only be edited as a text. */
export const connections = { postgres, mysql }

/** Where secrets stand within values of settings that are no secrets as a whole. */
const secrets: readonly RegExp[] = [/(?<=:\/\/[^:@/\s,]*:)[^@/\s,]+(?=@)/g, /(?<=(?:^|\s)password\s*=\s*)(?:'(?:\\.|[^'\\])*'|[^'\s]\S*)/g, /(?<=^[^:@/\s]*:)(?!\/\/).+(?=@\w*\()/g]

/** A value without its secrets. */
export const masked = (value: string): string => secrets.reduce((text, secret) => text.replace(secret, MASK), value)

/** A value with the secrets that are stored in the place of those that were not shown; nothing where there are none. */
export const unmasked = (value: string, stored: string): string | undefined => {
  if (!value.includes(MASK)) return value
  const known = secrets.flatMap((secret) => stored.match(secret) ?? [])
  let at = 0
  const filled = value.replaceAll(MASK, () => known[at++] ?? MASK)
  return at > known.length ? undefined : filled
}
