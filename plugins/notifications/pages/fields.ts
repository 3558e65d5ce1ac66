import * as v from 'valibot'
import { type ConnectionParts, connectionStrings, MASK, TargetName } from 'stowage'
import { settingSchema, storedSettingSchema } from 'stowage/ui'
import type { Target } from '../contract.ts'
import { type Service, type Setting, valueOf } from '../services.ts'
import * as messages from '../messages.ts'

/** Webhook settings that only a storage server has: a queue folder and client certificates. */
const serverOnlyKeys = ['queue_dir', 'client_cert', 'client_key']

/**
 * Settings in a form, with the required ones marked. A new target needs a queue folder (spec/2 section 3); the storage
 * server has targets without.
 */
export const settingsOf = ({ settings, connection }: Service, kind: 'server' | 'embedded', target?: Target) => {
  const needsQueue = !connection && !target
  return settings
    .filter(({ key }) => kind === 'server' || !serverOnlyKeys.includes(key))
    .map((setting) => (setting.key === 'queue_dir' && needsQueue ? { ...setting, required: true as const } : setting))
}

/** The setting that holds a database's connection string. */
export const connectionStringKeys = { postgres: 'connection_string', mysql: 'dsn_string' } as const

const connectionField = (title: string, control: 'mono' | 'secret' | 'number' = 'mono') =>
  v.optional(
    v.pipe(
      v.string(),
      v.maxBytes(1024, 'Enter at most 1,024 bytes'),
      v.regex(/^[^"]*$/, messages.doubleQuotesNotAllowed),
      v.title(title),
      v.metadata({ control }),
    ),
  )

const port = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(5),
    v.regex(/^\d*$/, 'Enter a port number'),
    v.title('Port'),
    v.metadata({ control: 'number' }),
  ),
)

/** `unset` means none. */
const sslModes = ['unset', 'require', 'disable', 'verify-ca', 'verify-full'] as const

const connectionFields = {
  host: connectionField('Host'),
  port,
  dbname: connectionField('DB Name'),
  user: connectionField('User'),
  password: connectionField('Password', 'secret'),
}
const SslMode = v.optional(
  v.pipe(
    v.picklist(sslModes),
    v.title('SSL Mode'),
    v.metadata({ options: Object.fromEntries(sslModes.map((mode) => [mode, mode])) }),
  ),
  'unset',
)

/** Fields that make up a connection string. */
export const connectionFieldNames = ['host', 'port', 'dbname', 'user', 'password', 'sslmode'] as const

/** Form schema of a service; a new target also has a name to enter. */
export const schemaOf = (service: Service, settings: readonly Setting[], target: Target | undefined) => {
  const { connection } = service
  const entryOf = (setting: Setting) =>
    target
      ? storedSettingSchema(setting, { ...target, values: target.properties }, valueOf)
      : settingSchema(setting, valueOf(setting))
  const own = settings.map((setting) => {
    const { required: _, ...optional } = setting
    // the connection string is optional, since its parts can be given instead
    return [
      setting.key,
      entryOf(connection && setting.key === connectionStringKeys[connection] ? optional : setting),
    ] as const
  })
  const entries: v.ObjectEntries = {
    ...(!target && {
      account_id: v.optional(
        v.pipe(TargetName, v.description(messages.targetNameHelp), v.metadata({ control: 'mono' })),
        '_',
      ),
    }),
    ...(connection && {
      by: v.pipe(v.picklist(['fields', 'string']), v.title('Connection'), v.metadata({ control: 'radio' })),
      ...connectionFields,
      ...(connection === 'postgres' && { sslmode: SslMode }),
    }),
    ...Object.fromEntries(own),
  }
  return v.object(entries)
}

type Values = Readonly<Record<string, unknown>>

const textOf = (values: Values, name: string) => (typeof values[name] === 'string' ? (values[name] as string) : '')

/** Builds the connection string from the fields; a stored password stays masked unless a new one is entered. */
export const composeConnection = (connection: 'postgres' | 'mysql', values: Values, before: string): string => {
  const mode = textOf(values, 'sslmode')
  const parts = Object.fromEntries(connectionFieldNames.map((name) => [name, textOf(values, name)])) as ConnectionParts
  const maskedPassword = before.includes(MASK) && !parts.password ? { password: MASK } : {}
  const entered = { ...parts, ...maskedPassword, sslmode: mode === 'unset' ? '' : mode }
  const { parse, compose } = connectionStrings[connection]
  const stored = parse(before)
  const isUnchanged = stored && connectionFieldNames.every((name) => entered[name] === stored[name])
  return isUnchanged ? before : compose(entered, before)
}

/** The fields of a connection string; `undefined` if it cannot be parsed. */
export const parseConnection = (
  connection: 'postgres' | 'mysql',
  text: string,
): Readonly<Record<(typeof connectionFieldNames)[number], string>> | undefined => {
  const parts = connectionStrings[connection].parse(text)
  return (
    parts && { ...parts, password: parts.password === MASK ? '' : parts.password, sslmode: parts.sslmode || 'unset' }
  )
}

/** Converts form values to settings by key. */
export const toProperties = (
  service: Service,
  settings: readonly Setting[],
  values: Values,
  before: string,
): Record<string, string> => {
  const { connection } = service
  const connectionString =
    connection && values.by === 'fields'
      ? { [connectionStringKeys[connection]]: composeConnection(connection, values, before) }
      : {}
  const read = ({ key, kind }: Setting) =>
    kind === 'flag' ? (values[key] === true ? 'on' : 'off') : textOf(values, key)
  return { ...Object.fromEntries(settings.map((setting) => [setting.key, read(setting)])), ...connectionString }
}
