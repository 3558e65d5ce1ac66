import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '../engines/start-error.ts'
import { accessLogFormats, type AccessLogSettings } from './access-log.ts'
import { type BrandSettings, brandSettings } from './branding.ts'
import { filesWithoutCertificate, type TlsKeyPair, readAuthorities, readTlsKeyPair } from './certificates.ts'
import { type Storage, storageSettings } from './config-storage.ts'
import { type TraceSettings, traceSettings } from './config-traces.ts'
import { type Environment, parsed, readEnvironment } from './environment.ts'
import type { Flags } from './flags.ts'
import { createOrigins, type Origins } from './origins.ts'
import { createPortOrigins } from './port-origins.ts'
import * as values from './values.ts'
import {
  authorityIgnored,
  pbkdfSaltWithoutPassphrase,
  accessLogPathWithoutAccessLog,
  fileWithoutCertificate,
  fileMissing,
  folderMissing,
  tenantPortsIncludeOwn,
  tenantPortsNeedFolder,
  tenantPortsOnOwnHost,
  twoTenantAddresses,
} from './messages.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The validated configuration. */
export type Config = {
  host: string
  port: number
  tls: TlsKeyPair | undefined
  /** Origins of tenants' consoles; `undefined` if they have no addresses. */
  origins: Origins | undefined
  /** PEM certificates of all authorities trusted in outgoing calls; `undefined` for Node's own list. */
  authorities: string[] | undefined
  storage: Storage
  /** Path below which the console is served: `/console`, or empty. */
  subpath: string
  /** Public address for share links: that of the storage, or for the embedded engine that of the console. */
  shareUrl: URL | undefined
  trustedProxies: string[]
  /** Private addresses that users may enter as targets. */
  allowedTargets: string[]
  plugins: { only: string[] | undefined; disabled: string[] }
  /** Folder of added plugins; without it and a data folder there are none. */
  pluginFolder: string | undefined
  passphrase: string | undefined
  salt: string | undefined
  localLogin: boolean
  /** Whether the API is compatible with clients of the former console: `server/compat`. */
  legacyApi: boolean
  logLevel: (typeof logLevels)[number]
  metricsToken: string | undefined
  /** Idle timeout of a session in seconds; `undefined` for none. */
  idleSeconds: number | undefined
  brand: BrandSettings | undefined
  /** `undefined` for none. */
  traces: TraceSettings | undefined
  /** `undefined` for none. */
  accessLog: AccessLogSettings | undefined
  /** Delay between SIGTERM, when the console reports not ready, and closing the listener, in seconds. */
  shutdownDelay: number
  development: boolean
}

const certificatesFolder = (flags: Flags, environment: Environment) =>
  flags['certs-dir'] ?? environment('CONSOLE_CERTS_DIR')

const authorities = (folder: string | undefined, environment: Environment) => {
  const files = (['CONSOLE_S3_CA', 'CONSOLE_MINIO_CA'] as const).flatMap((name) => {
    const file = environment(name)
    return file ? [{ name, file }] : []
  })
  for (const { name, file } of files) {
    if (!statSync(file, { throwIfNoEntry: false })) throw new StartError(fileMissing(name, file))
    if (!readAuthorities([file])) throw new StartError(fileWithoutCertificate(name, file))
  }
  return readAuthorities([...(folder ? [join(folder, 'CAs')] : []), ...files.map(({ file }) => file)])
}

/**
 * Origins of tenants' consoles. If the console listens on the loopback interface only, they are names that browsers
 * resolve to it.
 */
const tenantOrigins = (
  environment: Environment,
  { host, port, tls }: Pick<Config, 'host' | 'port' | 'tls'>,
  folder: string | undefined,
): Origins | undefined => {
  const named = parsed(environment, 'CONSOLE_TENANT_URL', values.wildcard)
  const range = parsed(environment, 'CONSOLE_TENANT_PORTS', values.portRange)
  if (range) {
    if (named) throw new StartError(twoTenantAddresses)
    if (folder === undefined) throw new StartError(tenantPortsNeedFolder)
    if (port >= range.first && port <= range.last) throw new StartError(tenantPortsIncludeOwn(port))
    if (host.toLowerCase() === range.hostname) throw new StartError(tenantPortsOnOwnHost(host))
    return createPortOrigins({ ...range, address: host }, folder)
  }
  const isLocal = !tls && port !== 0 && /^(127\.|::1$|localhost$)/.test(host)
  const pattern = named ?? (isLocal ? `http://*.localhost:${port}` : undefined)
  return pattern === undefined ? undefined : createOrigins(pattern)
}

const accessLog = (environment: Environment): AccessLogSettings | undefined => {
  const format = parsed(environment, 'CONSOLE_ACCESS_LOG', values.oneOf(['off', ...accessLogFormats])) ?? 'off'
  const file = environment('CONSOLE_ACCESS_LOG_PATH')
  if (format !== 'off') return { format, file }
  if (file) throw new StartError(accessLogPathWithoutAccessLog)
  return undefined
}

/** Folder of added plugins: the configured one, or `plugins` in the data folder. */
export const pluginFolderOf = (named: string | undefined, data: string | undefined) =>
  named ? resolve(named) : data && join(data, 'plugins')

/** Reads flags and environment into one validated configuration; flags take precedence. Throws `StartError`. */
export const readConfig = (flags: Flags, variables: NodeJS.ProcessEnv): Config => {
  const environment = readEnvironment(variables)
  const certificates = certificatesFolder(flags, environment)
  const tls = certificates === undefined ? undefined : readTlsKeyPair(certificates)
  const salt = environment('CONSOLE_PBKDF_SALT')
  const passphrase = environment('CONSOLE_PBKDF_PASSPHRASE')
  if (salt && !passphrase) throw new StartError(pbkdfSaltWithoutPassphrase)
  const portFlag = flags.port === undefined ? undefined : values.port({ name: '--port', text: flags.port })
  const listening = {
    host: flags.host ?? environment('CONSOLE_HOSTNAME') ?? '127.0.0.1',
    port: portFlag ?? parsed(environment, 'CONSOLE_PORT', values.port) ?? 9090,
    tls,
  }
  const storage = storageSettings(flags, environment, variables)
  return {
    ...listening,
    origins: tenantOrigins(environment, listening, storage.folder),
    authorities: authorities(certificates, environment),
    storage,
    subpath: parsed(environment, 'CONSOLE_SUBPATH', values.subpath) ?? '',
    shareUrl: parsed(environment, 'CONSOLE_SHARE_URL', values.url('origin')),
    trustedProxies: parsed(environment, 'CONSOLE_TRUSTED_PROXY', values.proxies) ?? [],
    allowedTargets: parsed(environment, 'CONSOLE_ALLOWED_TARGETS', values.targets) ?? [],
    plugins: {
      only: parsed(environment, 'CONSOLE_PLUGINS', values.list),
      disabled: parsed(environment, 'CONSOLE_PLUGINS_DISABLED', values.list) ?? [],
    },
    pluginFolder: pluginFolderOf(environment('CONSOLE_PLUGIN_DIR'), storage.folder),
    passphrase,
    salt,
    localLogin: parsed(environment, 'CONSOLE_IDP_LOCAL_LOGIN', values.onOff) ?? false,
    legacyApi:
      parsed(environment, 'CONSOLE_LEGACY_API', values.onOff) ??
      parsed(environment, 'CONSOLE_LEGACY_PREFIX', values.onOff) ??
      false,
    logLevel: parsed(environment, 'CONSOLE_LOG_LEVEL', values.oneOf(logLevels)) ?? 'info',
    metricsToken: parsed(environment, 'CONSOLE_METRICS_TOKEN', values.token),
    idleSeconds: parsed(environment, 'CONSOLE_IDLE_TIMEOUT', values.idleTime),
    brand: brandSettings(environment),
    traces: traceSettings(variables),
    accessLog: accessLog(environment),
    shutdownDelay: parsed(environment, 'CONSOLE_SHUTDOWN_DELAY', values.shutdownDelay) ?? 0,
    development: variables.STOWAGE_DEV === '1',
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Warnings about files and folders that are ignored or missing, as sentences. */
export const pathNotices = (flags: Flags, variables: NodeJS.ProcessEnv): string[] => {
  const environment = readEnvironment(variables)
  const certificates = certificatesFolder(flags, environment)
  const plugins = environment('CONSOLE_PLUGIN_DIR')
  return [
    ...(certificates === undefined ? [] : filesWithoutCertificate(join(certificates, 'CAs')).map(authorityIgnored)),
    ...(plugins === undefined || isFolder(plugins) ? [] : [folderMissing('CONSOLE_PLUGIN_DIR', plugins)]),
  ]
}
