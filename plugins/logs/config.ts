import * as v from 'valibot'
import { bearerToken, type ConfigValues, httpAddress, type PluginConfig } from 'stowage/server'
import * as messages from './messages.ts'

/**
 * Minimum length of a token: the receiver of the test request of Set Up Audit Logs could guess a shorter one offline.
 */
const MIN_TOKEN = 20

const units = ['MiB', 'GiB', 'TiB'] as const

/** A size such as `10GiB` in bytes; NaN if it is invalid. */
const bytesOf = (text: string) => {
  const [, amount, unit] = /^(\d{1,6})\s?([MGT]iB)$/.exec(text) ?? []
  return Number(amount) * 1024 ** (2 + (units as readonly string[]).indexOf(unit ?? ''))
}

const isPostgres = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1
}

export const config = {
  token: {
    name: 'CONSOLE_AUDIT_TOKEN',
    schema: v.pipe(v.string(), v.minLength(MIN_TOKEN, messages.tokenTooShort(MIN_TOKEN))),
    isSecret: true,
    unset: 'generated',
    help: messages.auditTokenHelp,
  },
  days: {
    name: 'CONSOLE_AUDIT_KEEP_DAYS',
    schema: v.pipe(
      v.string(),
      v.check((text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 36_500, messages.mustBeDays),
      v.transform(Number),
    ),
    default: '90',
    help: messages.retentionDaysHelp,
  },
  bytes: {
    name: 'CONSOLE_AUDIT_MAX_SIZE',
    schema: v.pipe(
      v.string(),
      v.transform(bytesOf),
      v.check((bytes) => bytes >= 64 * 1024 ** 2, messages.mustBeSize),
    ),
    default: '10GiB',
    help: messages.retentionSizeHelp,
  },
  database: {
    name: 'CONSOLE_AUDIT_URL',
    schema: v.pipe(v.string(), v.check(isPostgres, messages.mustBePostgresAddress)),
    isSecret: true,
    help: messages.auditUrlHelp,
  },
  serviceUrl: {
    name: 'CONSOLE_LOG_QUERY_URL',
    schema: httpAddress,
    help: messages.logQueryUrlHelp,
  },
  serviceToken: {
    name: 'CONSOLE_LOG_QUERY_AUTH_TOKEN',
    schema: bearerToken,
    isSecret: true,
    help: messages.logQueryTokenHelp,
  },
  formerServiceToken: {
    name: 'LOGSEARCH_QUERY_AUTH_TOKEN',
    schema: bearerToken,
    isSecret: true,
    help: messages.formerLogQueryTokenHelp,
  },
} satisfies PluginConfig

export type LogsConfig = ConfigValues<typeof config>

/** Token of the log search service. */
export const serviceTokenOf = ({ serviceToken, formerServiceToken }: LogsConfig) => serviceToken ?? formerServiceToken

/** Why the values do not fit each other or the engine; `undefined` if they do. */
export const configProblem = (values: LogsConfig, engine: string): string | undefined => {
  const { serviceUrl: url } = values
  if (!url) return undefined
  if (engine !== 'minio') return messages.logQueryUrlNeedsServer
  if (!serviceTokenOf(values)) return messages.logQueryUrlNeedsToken
  if (url.username || url.password || url.search) return messages.logQueryUrlHasCredentials
  return undefined
}
