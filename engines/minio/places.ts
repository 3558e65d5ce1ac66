import { type Outbound, Unreached } from '../outbound/outbound.ts'

/** Settings that say where a storage server is to connect to; each may name several hosts, by commas. */
const places =
  /^(endpoint|endpoints|url|brokers|broker|address|nsqd_address|server_addr|config_url|proxy|keycloak_admin_url)$/

const bare = (text: string) =>
  text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')

/** `host=db1,db2` and `hostaddr=10.0.0.1`, or an address. */
const ofPostgres = (text: string) =>
  /^postgres(ql)?:\/\//i.test(text.trim())
    ? bare(text).split(',')
    : Array.from(text.matchAll(/\bhost(?:addr)?\s*=\s*('[^']*'|[^'\s]+)/g), ([, host = '']) =>
        host.replaceAll("'", ''),
      ).flatMap((one) => one.split(','))

/** `user:password@tcp(host:port)/name`. */
const ofMysql = (text: string) => Array.from(text.matchAll(/\(([^()]*)\)/g), ([, host = '']) => host)

/**
 * The hosts, with their ports where they have some, that a setting's value has a storage server connect to; a socket in
 * its file system is none.
 */
export const hostsIn = (key: string, value: string): string[] => {
  const all =
    key === 'connection_string'
      ? ofPostgres(value)
      : key === 'dsn_string'
        ? ofMysql(value)
        : places.test(key)
          ? value.split(',').map(bare)
          : []
  return all.map((one) => one.trim()).filter((one) => one !== '' && !one.startsWith('/'))
}

/** A host without its port, which may be one that only Go knows (`:http`). */
const withoutPort = (host: string) => (/^[^[\]]*:[^[\]]*:/.test(host) ? `[${host}]` : host.replace(/:[^:\]]*$/, ''))

/**
 * Refuses a host that the console's own guard would not reach, since the storage server mostly lies in the same
 * network. Throws `Unreached` 400, naming the field. Names that only the storage server knows are its matter.
 */
export const assertOutside = async (outbound: Outbound, field: string, hosts: readonly string[]): Promise<void> => {
  for (const host of hosts) {
    await outbound.check(`http://${withoutPort(host)}`, field).catch((error: unknown) => {
      if (error instanceof Unreached && error.step === 'address')
        throw new Unreached('address', field, `"${host}" is no name or address of a host`)
      if (!(error instanceof Unreached) || error.step === 'refused') throw error
    })
  }
}
