import { readFileSync } from 'node:fs'
import { suggest } from './suggest.ts'
import type { Variable } from '../core/protocol/variables.ts'
import { StartError } from '../engines/start-error.ts'
import type { Setting } from './values.ts'
import {
  variableAndFile,
  variableUnknown,
  variableHasNoEffect,
  kubernetesServiceVariable,
  fileEmpty,
  fileUnreadable,
  cspDoesMore,
  contentSniffingOff,
  ssoLinkTextFixed,
  signInStateInCookie,
} from './messages.ts'

/** Names of all `CONSOLE_` variables of the console. */
export const variableNames = [
  'CONSOLE_PORT',
  'CONSOLE_HOSTNAME',
  'CONSOLE_DATA',
  'CONSOLE_CERTS_DIR',
  'CONSOLE_ROOT_USER',
  'CONSOLE_ROOT_PASSWORD',
  'CONSOLE_PLUGINS',
  'CONSOLE_PLUGINS_DISABLED',
  'CONSOLE_PLUGIN_DIR',
  'CONSOLE_SUBPATH',
  'CONSOLE_SHARE_URL',
  'CONSOLE_TENANT_URL',
  'CONSOLE_TENANT_PORTS',
  'CONSOLE_TENANT_ADDRESSES',
  'CONSOLE_TRUSTED_PROXY',
  'CONSOLE_ALLOWED_TARGETS',
  'CONSOLE_PBKDF_PASSPHRASE',
  'CONSOLE_PBKDF_SALT',
  'CONSOLE_SERVERS',
  'CONSOLE_S3_SERVER',
  'CONSOLE_S3_REGION',
  'CONSOLE_S3_STYLE',
  'CONSOLE_S3_CA',
  'CONSOLE_MINIO_SERVER',
  'CONSOLE_MINIO_REGION',
  'CONSOLE_MINIO_CA',
  'CONSOLE_STS_DURATION',
  'CONSOLE_STS_DURATION_SECONDS',
  'CONSOLE_LDAP_ENABLED',
  'CONSOLE_IDP_URL',
  'CONSOLE_IDP_CLIENT_ID',
  'CONSOLE_IDP_SECRET',
  'CONSOLE_IDP_CALLBACK',
  'CONSOLE_IDP_CALLBACK_DYNAMIC',
  'CONSOLE_IDP_ROLE_ARN',
  'CONSOLE_IDP_SCOPES',
  'CONSOLE_IDP_USERINFO',
  'CONSOLE_IDP_LOCAL_LOGIN',
  'CONSOLE_IDLE_TIMEOUT',
  'CONSOLE_LEGACY_API',
  // former name of CONSOLE_LEGACY_API, which affected prefixes only
  'CONSOLE_LEGACY_PREFIX',
  'CONSOLE_LOG_LEVEL',
  'CONSOLE_BRAND_NAME',
  'CONSOLE_BRAND_LOGO',
  'CONSOLE_BRAND_COLOR',
  'CONSOLE_BRAND_TEXT',
  'CONSOLE_BRAND_SUPPORT',
  'CONSOLE_ACCESS_LOG',
  'CONSOLE_ACCESS_LOG_PATH',
  'CONSOLE_SHUTDOWN_DELAY',
  'CONSOLE_METRICS_TOKEN',
  'CONSOLE_OPERATOR_MODE',
  'CONSOLE_KUBE_SERVER',
  'CONSOLE_KUBE_CA',
  'CONSOLE_K8S_API_SERVER',
  'CONSOLE_K8S_API_SERVER_TLS_ROOT_CA',
] as const

/** Variables that can also be read from a file: `…_FILE` is its path. */
export const secretNames = [
  'CONSOLE_ROOT_USER',
  'CONSOLE_ROOT_PASSWORD',
  'CONSOLE_PBKDF_PASSPHRASE',
  'CONSOLE_PBKDF_SALT',
  'CONSOLE_IDP_SECRET',
  'CONSOLE_METRICS_TOKEN',
  'CONSOLE_SERVERS',
] as const satisfies readonly Name[]

/** Variables of the former console that have no effect here, with the reason. */
export const ignoredVariables: Readonly<Record<string, string>> = {
  CONSOLE_IDP_HMAC_PASSPHRASE: signInStateInCookie,
  CONSOLE_IDP_HMAC_SALT: signInStateInCookie,
  CONSOLE_IDP_TOKEN_EXPIRATION: 'CONSOLE_STS_DURATION sets the session length',
  CONSOLE_IDP_DISPLAY_NAME: ssoLinkTextFixed,
  CONSOLE_SECURE_FRAME_DENY: 'frames are always refused',
  CONSOLE_SECURE_CONTENT_TYPE_NO_SNIFF: contentSniffingOff,
  CONSOLE_SECURE_BROWSER_XSS_FILTER: cspDoesMore,
  CONSOLE_SUBNET_URL: 'license keys are verified locally',
}

/** A variable that the console reads. MinIO's root credentials are used if the console's own are not set. */
export type Name = (typeof variableNames)[number] | 'MINIO_ROOT_USER' | 'MINIO_ROOT_PASSWORD'

/** Value of a variable; `undefined` if it is not set. */
export type Environment = (name: Name) => string | undefined

/** Parsed value of a setting; `undefined` if it is not set. */
export const parsed = <Value>(
  environment: Environment,
  name: Name,
  parse: (setting: Setting) => Value,
): Value | undefined => {
  const text = environment(name)
  return text === undefined ? undefined : parse({ name, text })
}

/** Names with an effect, and those of the former console. */
const namesWith = (plugins: readonly Variable[]) =>
  new Set<string>([
    ...variableNames,
    ...[...secretNames, ...plugins.flatMap(({ name, isSecret }) => (isSecret ? name : []))].map(
      (name) => `${name}_FILE`,
    ),
    ...plugins.map(({ name }) => name),
    ...Object.keys(ignoredVariables),
  ])

/** Variables that Kubernetes adds to every pod for a Service whose name begins with `console`. */
const isOfService = (name: string, value = '') =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
  (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))

const readText = (name: string, path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(fileUnreadable(name, path, (error as NodeJS.ErrnoException).code))
  }
}

const readSecret = (name: string, path: string) => {
  const secret = readText(name, path).replace(/\r?\n$/, '')
  // as an unset variable it would turn protection off, such as the token of /metrics
  if (!secret) throw new StartError(fileEmpty(name, path))
  return secret
}

const noticeOf = (name: string, value: string | undefined, knownNames: ReadonlySet<string>): string | undefined => {
  if (isOfService(name, value)) return knownNames.has(name) ? kubernetesServiceVariable(name, value) : undefined
  if (ignoredVariables[name]) return variableHasNoEffect(name, ignoredVariables[name])
  if (knownNames.has(name)) return undefined
  const suggestion = suggest(name, knownNames)
  return variableUnknown(name, suggestion ? `; did you mean ${suggestion}?` : '')
}

/**
 * Warnings about `CONSOLE_` variables without effect, one sentence each. They do not prevent the start, because others
 * set such names too. Names beginning with `CONSOLE_TEST_` are reserved for tests. `plugins` are the variables that
 * plugins declare.
 */
export const withoutEffect = (environment: NodeJS.ProcessEnv, plugins: readonly Variable[]): string[] => {
  const knownNames = namesWith(plugins)
  return Object.entries(environment)
    .filter(([name, value]) => value && /^CONSOLE_(?!TEST_)/.test(name))
    .flatMap(([name, value]) => noticeOf(name, value, knownNames) ?? [])
    .sort()
}

/**
 * Creates a lookup of variables: empty values and those set by Kubernetes count as unset; `…_FILE` variables are read
 * from their file.
 */
export const readEnvironment =
  (environment: NodeJS.ProcessEnv) =>
  (name: string): string | undefined => {
    const value = isOfService(name, environment[name]) ? undefined : environment[name] || undefined
    const path = environment[`${name}_FILE`]
    if (!path) return value
    if (value) throw new StartError(variableAndFile(name))
    return readSecret(`${name}_FILE`, path)
  }
