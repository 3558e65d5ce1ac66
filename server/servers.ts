import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { isDefaultMessage } from '../core/protocol/valibot-texts.ts'
import { StartError } from '../engines/start-error.ts'
import { pluginFolderOf } from './config.ts'
import { type Name, parsed, readEnvironment, variableNames } from './environment.ts'
import type { Flags } from './flags.ts'
import * as values from './values.ts'
import {
  operatorModeConflictsWithServers,
  serversConflict,
  serverStyleNeedsS3,
  serverFieldUnknown,
  serverFieldMissing,
  serverFieldTypeInvalid,
  tooManyServers,
  serverNameNotUnique,
  serverEntryInvalid,
  serverVariablesHelp,
  variableOfWholeConsole,
  serverSsoHelp,
  serverShareUrlHelp,
  serverCaHelp,
  serverStyleHelp,
  serverRegionHelp,
  serverAddressHelp,
  serverNameHelp,
  serverNameFormat,
} from './messages.ts'

/** Addresses below the root of the console that are not servers. */
const reserved = ['api', 'ws', 'assets', 'healthz', 'readyz', 'metrics', 'login', 'oauth_callback']

const MAX_SERVERS = 50

const ServerName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/, serverNameFormat),
  v.check((name) => !reserved.includes(name), 'the console reserves this name'),
)

const described = (help: string) => v.pipe(v.string(), v.nonEmpty('it must not be empty'), v.description(help))

/** Settings of one server that have a variable of the same meaning. */
const variableOf = {
  share_url: 'CONSOLE_SHARE_URL',
  idp: {
    url: 'CONSOLE_IDP_URL',
    client_id: 'CONSOLE_IDP_CLIENT_ID',
    secret: 'CONSOLE_IDP_SECRET',
    callback: 'CONSOLE_IDP_CALLBACK',
    scopes: 'CONSOLE_IDP_SCOPES',
    role_arn: 'CONSOLE_IDP_ROLE_ARN',
    local_login: 'CONSOLE_IDP_LOCAL_LOGIN',
  },
} as const

/** Variables of the core that an entry may set in `variables`; those of plugins may all be set. */
const ofOneServer: readonly string[] = [
  'CONSOLE_ALLOWED_TARGETS',
  'CONSOLE_IDLE_TIMEOUT',
  'CONSOLE_IDP_USERINFO',
  'CONSOLE_LDAP_ENABLED',
  'CONSOLE_PLUGINS',
  'CONSOLE_PLUGINS_DISABLED',
  'CONSOLE_STS_DURATION',
]

const mayBeSet = (name: string) =>
  ofOneServer.includes(name) || (/^[A-Z][A-Z0-9_]+$/.test(name) && !variableNames.some((other) => other === name))

/** An entry of `CONSOLE_SERVERS`. The descriptions are the table in `docs/several-servers.md`. */
export const ServerEntry = v.strictObject({
  name: v.pipe(ServerName, v.description(serverNameHelp)),
  url: described(serverAddressHelp),
  kind: v.optional(
    v.pipe(
      v.picklist(['minio', 's3'], 'use minio or s3'),
      v.description('`minio` or `s3`. By default the console asks the server whether it has the admin API of MinIO.'),
    ),
  ),
  region: v.optional(described(serverRegionHelp)),
  style: v.optional(described(serverStyleHelp)),
  ca: v.optional(described(serverCaHelp)),
  share_url: v.optional(described(serverShareUrlHelp)),
  idp: v.optional(
    v.pipe(
      v.strictObject({
        url: v.string(),
        client_id: v.string(),
        secret: v.optional(v.string()),
        callback: v.optional(v.string()),
        scopes: v.optional(v.string()),
        role_arn: v.optional(v.string()),
        local_login: v.optional(v.string()),
      }),
      v.description(serverSsoHelp),
    ),
  ),
  variables: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.check(mayBeSet, variableOfWholeConsole)), v.string()),
      v.description(serverVariablesHelp(ofOneServer.map((name) => `\`${name}\``).join(', '))),
    ),
  ),
})
type ServerEntry = v.InferOutput<typeof ServerEntry>

const Entries = v.pipe(
  v.array(ServerEntry),
  v.minLength(1, 'name at least one server'),
  v.maxLength(MAX_SERVERS, tooManyServers(MAX_SERVERS)),
)

const invalid = (message: string) => new StartError(`CONSOLE_SERVERS: ${message}`)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(`this is no JSON (${(error as Error).message})`)
  }
}

/** `prod=https://…,backup=https://…` */
const entriesOf = (text: string) =>
  values.list({ name: 'CONSOLE_SERVERS', text }).map((entry) => {
    const [, name, url] = /^([^=]+)=(.+)$/.exec(entry) ?? []
    if (!name || !url) throw invalid(serverEntryInvalid(values.hideCredentials(entry)))
    return { name, url }
  })

const messageOf = (issue: v.BaseIssue<unknown>) => {
  if (!isDefaultMessage(issue)) return issue.message
  if (issue.expected === 'never') return serverFieldUnknown
  if (issue.input === undefined) return serverFieldMissing
  return serverFieldTypeInvalid((issue.expected ?? issue.type).toLowerCase())
}

const parseEntries = (text: string): ServerEntry[] => {
  const { success, output, issues } = v.safeParse(
    Entries,
    text.trimStart().startsWith('[') ? parseJson(text) : entriesOf(text),
  )
  if (!success) {
    const [issue] = issues
    const { path = [] } = issue
    const [index, ...keys] = path.map(({ key }) => key)
    const place =
      index === undefined ? '' : `server ${Number(index) + 1}${keys.length > 0 ? `, ${keys.join('.')}` : ''}: `
    throw invalid(place + messageOf(issue))
  }
  const names = output.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw invalid(serverNameNotUnique(twice))
  for (const { name, url, kind, style } of output) {
    values.url('origin')({ name: `CONSOLE_SERVERS: server "${name}"`, text: url })
    if (style && kind !== 's3') throw invalid(serverStyleNeedsS3(name))
  }
  return output
}

/** Variables that describe one server, which is an entry of the list instead. */
const replaced = [
  ['CONSOLE_MINIO_SERVER', 'add it to the list'],
  ['CONSOLE_S3_SERVER', 'add it to the list'],
  ...([...Object.values(variableOf.idp), 'CONSOLE_IDP_CALLBACK_DYNAMIC'] as const).map(
    (name) => [name, 'set idp of a server'] as const,
  ),
  ['CONSOLE_SHARE_URL', 'set share_url of a server'],
  ['CONSOLE_MINIO_REGION', 'set region of a server'],
  ['CONSOLE_S3_REGION', 'set region of a server'],
  ['CONSOLE_S3_STYLE', 'set style of a server'],
] as const satisfies readonly (readonly [Name, string])[]

/** Variables that an entry stands for. */
const ownVariables = ({ url, kind, region, style, ca, share_url, idp, variables }: ServerEntry) => ({
  ...(kind === 's3'
    ? { CONSOLE_S3_SERVER: url, CONSOLE_S3_REGION: region, CONSOLE_S3_STYLE: style }
    : { CONSOLE_MINIO_SERVER: url, CONSOLE_MINIO_REGION: region }),
  ...(ca && (kind === 's3' ? { CONSOLE_S3_CA: ca } : { CONSOLE_MINIO_CA: ca })),
  [variableOf.share_url]: share_url,
  // for all servers with single sign-on
  ...(!idp && { CONSOLE_IDP_USERINFO: undefined }),
  ...(idp && {
    ...Object.fromEntries(
      (Object.keys(variableOf.idp) as (keyof typeof idp)[]).map((key) => [variableOf.idp[key], idp[key]]),
    ),
    ...(!idp.callback && { CONSOLE_IDP_CALLBACK_DYNAMIC: 'on' }),
  }),
  ...variables,
})

/** A server of the console, with the flags and the environment of a console that has this server alone. */
export type ServerSetup = { name: string; url: string; flags: Flags; environment: NodeJS.ProcessEnv }

/** The servers in `CONSOLE_SERVERS`; `undefined` if it is not set. Throws `StartError`. */
export const readServers = (
  flags: Flags,
  variables: NodeJS.ProcessEnv,
): { servers: ServerSetup[]; folder: string | undefined; subpath: string } | undefined => {
  const environment = readEnvironment(variables)
  const text = environment('CONSOLE_SERVERS')
  if (text === undefined) return undefined
  for (const [name, instead] of replaced)
    if (environment(name) !== undefined) throw new StartError(serversConflict(name, instead))
  if ((parsed(environment, 'CONSOLE_OPERATOR_MODE', values.clusterMode) ?? 'off') !== 'off')
    throw new StartError(operatorModeConflictsWithServers)
  const data = flags.data ?? environment('CONSOLE_DATA')
  const folder = data === undefined ? undefined : resolve(data)
  const subpath = parsed(environment, 'CONSOLE_SUBPATH', values.subpath) ?? ''
  const { CONSOLE_SERVERS: _list, CONSOLE_SERVERS_FILE: _file, ...shared } = variables
  const { data: _data, ...ownFlags } = flags
  const plugins = pluginFolderOf(environment('CONSOLE_PLUGIN_DIR'), folder)
  // a default folder that does not exist would get the warning of a named one
  const hasPlugins = environment('CONSOLE_PLUGIN_DIR') !== undefined || (plugins && existsSync(plugins))
  const servers = parseEntries(text).map((entry) => ({
    name: entry.name,
    url: entry.url,
    flags: ownFlags,
    environment: {
      ...shared,
      CONSOLE_DATA: folder && join(folder, 'servers', entry.name),
      ...(hasPlugins && { CONSOLE_PLUGIN_DIR: plugins }),
      CONSOLE_SUBPATH: `${subpath}/${entry.name}`,
      ...ownVariables(entry),
    },
  }))
  return { servers, folder, subpath }
}

/** The servers, or the one with this name; `undefined` if the console has one server. Throws `StartError`. */
export const chooseServers = (servers: readonly ServerSetup[] | undefined, name: string | undefined) => {
  if (name === undefined) return servers
  const chosen = servers?.filter((server) => server.name === name) ?? []
  if (chosen.length > 0) return chosen
  const names = servers?.map((server) => server.name).join(', ')
  throw new StartError(
    `--server is "${name}", but ${names ? `the servers are ${names}` : 'CONSOLE_SERVERS is not set'}`,
  )
}

/** Names the server in an error of its configuration. */
export const ofServer = (name: string, error: unknown) =>
  error instanceof StartError ? new StartError(`Server "${name}": ${error.message}`) : error
