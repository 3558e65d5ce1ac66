import { defaultAuditConfig } from '../engines/audit/config.ts'
import { StartError } from '../engines/start-error.ts'
import { type Environment, parsed } from './environment.ts'
import * as values from './values.ts'

/** Source of audit records, where and how long they are stored, and the search service used instead of a store. */
export type AuditSettings = {
  token: string | undefined
  limits: { days: number; bytes: number }
  /** Address of a PostgreSQL database. */
  database: string | undefined
  service: { url: URL; token: string } | undefined
}

/**
 * Minimum length of a token: the receiver of the test request of Set Up Audit Logs could guess a shorter one offline.
 */
const LEAST_TOKEN = 20

const auditToken = (token: string | undefined) => {
  if (token !== undefined && token.length < LEAST_TOKEN)
    throw new StartError(`CONSOLE_AUDIT_TOKEN is too short: it needs at least ${LEAST_TOKEN} characters`)
  return token
}

/** Reads `CONSOLE_AUDIT_*` and `CONSOLE_LOG_QUERY_*`. Throws `StartError`. */
export const auditSettings = (environment: Environment): AuditSettings => {
  const url = parsed(environment, 'CONSOLE_LOG_QUERY_URL', values.url('any'))
  const token = environment('CONSOLE_LOG_QUERY_AUTH_TOKEN') ?? environment('LOGSEARCH_QUERY_AUTH_TOKEN')
  if (url && !environment('CONSOLE_MINIO_SERVER'))
    throw new StartError(
      'CONSOLE_LOG_QUERY_URL needs CONSOLE_MINIO_SERVER: the embedded engine stores its audit records itself',
    )
  if (url && !token) throw new StartError('CONSOLE_LOG_QUERY_URL also needs CONSOLE_LOG_QUERY_AUTH_TOKEN')
  if (url && (url.username || url.password || url.search))
    throw new StartError(
      'CONSOLE_LOG_QUERY_URL must not contain a user, a password or a query; set the token in CONSOLE_LOG_QUERY_AUTH_TOKEN',
    )
  return {
    token: auditToken(environment('CONSOLE_AUDIT_TOKEN')),
    limits: {
      days: parsed(environment, 'CONSOLE_AUDIT_KEEP_DAYS', values.days) ?? defaultAuditConfig.limits.days,
      bytes: parsed(environment, 'CONSOLE_AUDIT_MAX_SIZE', values.size) ?? defaultAuditConfig.limits.bytes,
    },
    database: parsed(environment, 'CONSOLE_AUDIT_URL', values.database),
    service: url && token ? { url, token } : undefined,
  }
}
