import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { most } from '../core/limits.ts'
import { type KeyPair, readAuthorities, readKeyPair } from './certificates.ts'
import { type Name, readEnvironment, withoutEffect } from './environment.ts'
import { nearest } from './nearest.ts'
import { StartError } from '../engines/start-error.ts'
import * as values from './values.ts'
import type { Setting } from './values.ts'

/** An identity provider's settings (`CONSOLE_IDP_*`): its discovery address and this console's registration there. */
export type IdentityProvider = {
  url: URL
  clientId: string
  secret: string
  /** Where the provider sends people back; nothing for the address by which each of them calls the console. */
  callback: URL | undefined
  scopes: string[]
  userinfo: boolean
  /** The storage server's own provider that the token is for, where the policies come from its role and not from a claim. */
  roleArn: string | undefined
}

/** A Prometheus that has the storage's figures, how it is asked, and under which labels (`CONSOLE_PROMETHEUS_*`). */
export type PrometheusPlace = { url: URL; job: string; labels: string; authorization: string | undefined }

/** A pair of names and secrets. */
export type Pair = { accessKey: string; secretKey: string }

/** Where the objects are: in a folder of this machine, or on a MinIO-compatible server. */
export type Storage =
  | { engine: 'embedded'; folder: string; root: Pair | undefined }
  | {
      engine: 'minio'
      url: URL
      /** Where the console keeps what is its own; nothing for its memory. */
      folder: string | undefined
      region: string | undefined
      stsSeconds: number | undefined
      ldap: boolean
      idp: IdentityProvider | undefined
      /** What the server's metrics are read with. */
      metricsToken: string | undefined
      /** What the server sends audit records with. */
      auditToken: string | undefined
      prometheus: PrometheusPlace | undefined
    }

/** All that the console is told at its start, checked. */
export type Config = {
  host: string
  port: number
  tls: KeyPair | undefined
  /** PEM certificates of every authority to trust in calls to others; nothing keeps Node's own list. */
  authorities: string[] | undefined
  storage: Storage
  /** The path below which the console stands: `/console`, or empty. */
  subpath: string
  /** Where others reach what is shared by a link: the storage's own address, or on embedded the console's. */
  shareUrl: URL | undefined
  trustedProxies: string[]
  /** What the console reaches at people's word although it lies in its own network. */
  allowedTargets: string[]
  plugins: { only: string[] | undefined; disabled: string[] }
  passphrase: string | undefined
  salt: string | undefined
  localLogin: boolean
  /** Whether the former console's clients send keys and prefixes as base64. */
  legacyPrefix: boolean
  logLevel: (typeof logLevels)[number]
  metricsToken: string | undefined
  /** Whether the past of the storage's figures is kept. */
  history: 'on' | 'off'
  /** After so many seconds without a call a session ends; nothing for never before its own end. */
  idleSeconds: number | undefined
  development: boolean
  /** What is set and has no effect, in sentences. */
  notices: string[]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What `--help` prints. */
export const usage = `stowage [flags]
stowage check [--data <folder>] [--accept]              reads all of a stopped data folder and says what is wrong
stowage backup <folder> [--data <folder>] [--with-key]  copies the data folder of a console, running or not

  --port <number>       the port to listen on (CONSOLE_PORT; 9090)
  --host <address>      the address to listen on (CONSOLE_HOSTNAME; 127.0.0.1)
  --data <folder>       where the embedded engine keeps everything, and with MinIO the console what is its own (CONSOLE_DATA; ./data)
  --certs-dir <folder>  public.crt and private.key for TLS, CAs/ for authorities to trust (CONSOLE_CERTS_DIR)
  --help, --version

CONSOLE_MINIO_SERVER=https://… connects to a MinIO-compatible server instead. The README lists every variable.`

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  'certs-dir': { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

const explain = (error: NodeJS.ErrnoException) => {
  const flag = /'(--?[^'\s=]*)/.exec(error.message)?.[1]
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && flag) {
    const suggestion = nearest(
      flag,
      Object.keys(flags).map((name) => `--${name}`),
    )
    return `${flag} is not known; ${suggestion ? `did you mean ${suggestion}?` : 'see --help'}`
  }
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `"${/'([^']*)'/.exec(error.message)?.[1]}" is not a flag; see --help`
  if (flag) return `${flag} needs a value; see --help`
  return error.message
}

/** Reads the command line. Throws `StartError` for a flag that does not exist or lacks its value. */
export const readFlags = (args: string[]) => {
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new StartError(explain(error as NodeJS.ErrnoException))
  }
}

type Flags = ReturnType<typeof readFlags>
type Environment = (name: Name) => string | undefined

const parsed = <Value>(environment: Environment, name: Name, parse: (setting: Setting) => Value): Value | undefined => {
  const text = environment(name)
  return text === undefined ? undefined : parse({ name, text })
}

const rootPair = (environment: Environment): Pair | undefined => {
  for (const owner of ['CONSOLE', 'MINIO'] as const) {
    const [user, password] = [environment(`${owner}_ROOT_USER`), environment(`${owner}_ROOT_PASSWORD`)]
    if (user === undefined && password === undefined) continue
    if (user === undefined) throw new StartError(`${owner}_ROOT_PASSWORD is set, but ${owner}_ROOT_USER is not`)
    if (password === undefined) throw new StartError(`${owner}_ROOT_USER is set, but ${owner}_ROOT_PASSWORD is not`)
    if (user.length < 3 || /[=,]|^\s|\s$/.test(user)) {
      throw new StartError(`${owner}_ROOT_USER needs at least 3 characters, without "=", "," and blanks around it`)
    }
    if (password.length < 8) throw new StartError(`${owner}_ROOT_PASSWORD needs at least 8 characters`)
    for (const [name, text] of Object.entries({ USER: user, PASSWORD: password }))
      if (Buffer.byteLength(text) > most.secret) throw new StartError(`${owner}_ROOT_${name} has more than ${most.secret} bytes, with which nobody could sign in`)
    return { accessKey: user, secretKey: password }
  }
  return undefined
}

const identityProvider = (environment: Environment): IdentityProvider | undefined => {
  const dynamic = parsed(environment, 'CONSOLE_IDP_CALLBACK_DYNAMIC', values.onOff) ?? false
  const needed = ['CONSOLE_IDP_URL', 'CONSOLE_IDP_CLIENT_ID', ...(dynamic ? [] : ['CONSOLE_IDP_CALLBACK' as const])] as const
  const missing = needed.filter((name) => environment(name) === undefined)
  const begun = dynamic || missing.length < needed.length || environment('CONSOLE_IDP_SECRET') !== undefined
  if (!begun) return undefined
  const url = parsed(environment, 'CONSOLE_IDP_URL', values.url('any'))
  const callback = parsed(environment, 'CONSOLE_IDP_CALLBACK', values.url('any'))
  const clientId = environment('CONSOLE_IDP_CLIENT_ID')
  if (!url || !clientId || missing.length > 0) throw new StartError(`Single sign-on also needs ${missing.join(' and ')}`)
  if (dynamic && callback) throw new StartError('CONSOLE_IDP_CALLBACK and CONSOLE_IDP_CALLBACK_DYNAMIC are both set; keep one')
  const scopes = parsed(environment, 'CONSOLE_IDP_SCOPES', values.list) ?? ['openid', 'profile', 'email']
  return {
    url,
    clientId,
    callback,
    secret: environment('CONSOLE_IDP_SECRET') ?? '',
    scopes: [...new Set(['openid', ...scopes])],
    userinfo: parsed(environment, 'CONSOLE_IDP_USERINFO', values.onOff) ?? false,
    roleArn: parsed(environment, 'CONSOLE_IDP_ROLE_ARN', values.roleArn),
  }
}

const prometheus = (environment: Environment): PrometheusPlace | undefined => {
  const url = parsed(environment, 'CONSOLE_PROMETHEUS_URL', values.url('any'))
  const [token, user, password] = (['TOKEN', 'USERNAME', 'PASSWORD'] as const).map((part) => environment(`CONSOLE_PROMETHEUS_AUTH_${part}`))
  if (!url) return undefined
  if (url.username || url.password) throw new StartError('CONSOLE_PROMETHEUS_URL holds a user or a password; say them in CONSOLE_PROMETHEUS_AUTH_USERNAME and CONSOLE_PROMETHEUS_AUTH_PASSWORD')
  if ((user === undefined) !== (password === undefined)) throw new StartError('CONSOLE_PROMETHEUS_AUTH_USERNAME and CONSOLE_PROMETHEUS_AUTH_PASSWORD belong together; set both')
  if (token && user) throw new StartError('CONSOLE_PROMETHEUS_AUTH_TOKEN and CONSOLE_PROMETHEUS_AUTH_USERNAME are both set; keep one')
  return {
    url,
    job: environment('CONSOLE_PROMETHEUS_JOB_ID') ?? 'minio-job',
    labels: parsed(environment, 'CONSOLE_PROMETHEUS_EXTRA_LABELS', values.labels) ?? '',
    authorization: token ? `Bearer ${token}` : user && `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  }
}

const storage = (flags: Flags, environment: Environment): Storage => {
  const url = parsed(environment, 'CONSOLE_MINIO_SERVER', values.url('origin'))
  const data = flags.data ?? environment('CONSOLE_DATA')
  const idp = identityProvider(environment)
  const ldap = parsed(environment, 'CONSOLE_LDAP_ENABLED', values.onOff) ?? false
  if (url) {
    return {
      engine: 'minio',
      url,
      folder: data && resolve(data),
      region: environment('CONSOLE_MINIO_REGION'),
      stsSeconds:
        parsed(environment, 'CONSOLE_STS_DURATION', values.sessionLength) ??
        parsed(environment, 'CONSOLE_STS_DURATION_SECONDS', values.sessionLength),
      ldap,
      idp,
      metricsToken: environment('CONSOLE_MINIO_METRICS_TOKEN'),
      auditToken: environment('CONSOLE_AUDIT_TOKEN'),
      prometheus: prometheus(environment),
    }
  }
  if (environment('CONSOLE_PROMETHEUS_URL')) throw new StartError('CONSOLE_PROMETHEUS_URL needs CONSOLE_MINIO_SERVER: the embedded engine keeps a history of its own')
  if (idp) throw new StartError('CONSOLE_IDP_URL needs CONSOLE_MINIO_SERVER: the embedded engine has no single sign-on')
  if (ldap) throw new StartError('CONSOLE_LDAP_ENABLED needs CONSOLE_MINIO_SERVER: the embedded engine has no LDAP')
  return {
    engine: 'embedded',
    folder: resolve(data ?? 'data'),
    root: rootPair(environment),
  }
}

const authorities = (folder: string | undefined, file: string | undefined) => {
  if (file && !statSync(file, { throwIfNoEntry: false }))
    throw new StartError(`CONSOLE_MINIO_CA names "${file}", which does not exist`)
  const found = readAuthorities([...(folder ? [join(folder, 'CAs')] : []), ...(file ? [file] : [])])
  if (file && !found) throw new StartError(`CONSOLE_MINIO_CA names "${file}", which holds no certificate`)
  return found
}

/** Flags and environment as one checked configuration; a flag beats its variable. Throws `StartError`. */
export const readConfig = (flags: Flags, variables: NodeJS.ProcessEnv): Config => {
  const environment = readEnvironment(variables)
  const certificates = flags['certs-dir'] ?? environment('CONSOLE_CERTS_DIR')
  const tls = certificates === undefined ? undefined : readKeyPair(certificates)
  const salt = environment('CONSOLE_PBKDF_SALT')
  const passphrase = environment('CONSOLE_PBKDF_PASSPHRASE')
  if (salt && !passphrase) throw new StartError('CONSOLE_PBKDF_SALT is set, but CONSOLE_PBKDF_PASSPHRASE is not')
  const given = flags.port === undefined ? undefined : values.port({ name: '--port', text: flags.port })
  return {
    host: flags.host ?? environment('CONSOLE_HOSTNAME') ?? '127.0.0.1',
    port: given ?? parsed(environment, 'CONSOLE_PORT', values.port) ?? 9090,
    tls,
    authorities: authorities(certificates, environment('CONSOLE_MINIO_CA')),
    storage: storage(flags, environment),
    subpath: parsed(environment, 'CONSOLE_SUBPATH', values.subpath) ?? '',
    shareUrl: parsed(environment, 'CONSOLE_SHARE_URL', values.url('origin')),
    trustedProxies: parsed(environment, 'CONSOLE_TRUSTED_PROXY', values.proxies) ?? [],
    allowedTargets: parsed(environment, 'CONSOLE_ALLOWED_TARGETS', values.targets) ?? [],
    plugins: {
      only: parsed(environment, 'CONSOLE_PLUGINS', values.list),
      disabled: parsed(environment, 'CONSOLE_PLUGINS_DISABLED', values.list) ?? [],
    },
    passphrase,
    salt,
    localLogin: parsed(environment, 'CONSOLE_IDP_LOCAL_LOGIN', values.onOff) ?? false,
    legacyPrefix: parsed(environment, 'CONSOLE_LEGACY_PREFIX', values.onOff) ?? false,
    logLevel: parsed(environment, 'CONSOLE_LOG_LEVEL', values.oneOf(logLevels)) ?? 'info',
    metricsToken: environment('CONSOLE_METRICS_TOKEN'),
    history: (parsed(environment, 'CONSOLE_HISTORY', values.onOff) ?? true) ? 'on' : 'off',
    idleSeconds: parsed(environment, 'CONSOLE_IDLE_TIMEOUT', values.idleTime),
    development: variables.STOWAGE_DEV === '1',
    notices: withoutEffect(variables),
  }
}
