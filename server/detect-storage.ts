import type { Config } from './config.ts'
import type { Storage } from './config-storage.ts'
import { openLog } from './log.ts'
import { noAdminApi } from './messages.ts'

/** Timeout of one request, in ms. */
const TIMEOUT = 3000

/** Largest part of a response that is read, in characters. */
const MAX_TEXT = 2000

type ProbeResponse = { status: number; server: string; begins: string }

type Warn = (fields: object, message: string) => void

/** Response to an unsigned request; `undefined` if the server does not answer. */
const ask = async (url: URL, ca: string[] | undefined): Promise<ProbeResponse | undefined> => {
  const { createTransport } = await import('../engines/transport.ts')
  const transport = createTransport(
    { url, ca, deadline: TIMEOUT, maxBytes: MAX_TEXT * 100 },
    { server: 'storage server', ca: 'CONSOLE_MINIO_CA' },
  )
  try {
    const { status, headers, body } = await transport.call(
      { method: 'GET', path: url.pathname, headers: { host: url.host } },
      undefined,
      {},
    )
    return { status, server: String(headers.server ?? ''), begins: body.toString('utf8', 0, MAX_TEXT).trimStart() }
  } catch {
    return undefined
  } finally {
    transport.close()
  }
}

/** Whether a server offers the admin API of MinIO; `undefined` if it does not answer. */
export const hasAdminApi = async (url: URL, ca: string[] | undefined): Promise<boolean | undefined> => {
  const health = await ask(new URL('/minio/health/live', url), ca)
  if (!health) return undefined
  // while it starts, a proxy may respond for it
  if (health.status === 200 || health.status >= 500 || /^(minio|rustfs)/i.test(health.server)) return true
  // the admin API refuses in JSON, S3 in XML
  const admin = await ask(new URL('/minio/admin/v3/info', url), ca)
  return admin && (admin.begins.startsWith('{') || /^(minio|rustfs)/i.test(admin.server))
}

/**
 * The storage to open: a server that was configured as MinIO and has no admin API is used as a plain S3 server. One
 * that does not respond yet is used as configured.
 */
const detectStorage = async (storage: Storage, ca: string[] | undefined, warn: Warn): Promise<Storage> => {
  if (storage.engine !== 'minio' || (await hasAdminApi(storage.url, ca)) !== false) return storage
  const { url, folder, region, stsSeconds, ldap, idp } = storage
  const unused = [ldap && 'LDAP', idp && 'single sign-on'].filter(Boolean).join(', ')
  warn({ server: url.host }, noAdminApi(unused && `, without ${unused}`))
  return { engine: 's3', url, folder, region, style: 'path', sessionSeconds: stsSeconds }
}

/** A server without an admin API is used as a plain S3 server, whatever it is configured as. */
export const detectConfig = async (
  config: Config,
  warn: Warn = (fields, message) => openLog(config.logLevel).warn(fields, message),
): Promise<Config> => ({ ...config, storage: await detectStorage(config.storage, config.authorities, warn) })
