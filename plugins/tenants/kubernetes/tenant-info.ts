import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Resource } from 'stowage/engines/kubernetes'
import { speaksTls } from './hop/adapter.ts'
import { rootKeyPairOf } from './hop/root-key-pair.ts'
import type { KubernetesAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const number = v.fallback(v.number(), 0)
const optionalText = v.fallback(v.string(), '')

const Info = v.object({
  usage: v.fallback(v.object({ size: number }), { size: 0 }),
  servers: v.array(
    v.object({
      drives: v.optional(
        v.nullable(
          v.array(
            v.object({
              endpoint: optionalText,
              state: optionalText,
              healing: v.fallback(v.boolean(), false),
              usedspace: number,
              totalspace: number,
            }),
          ),
        ),
        [],
      ),
    }),
  ),
})

/** Status that a tenant reports itself; sizes in bytes. */
export type TenantInfo = {
  used: number
  drives: { endpoint: string; state: string; healing: boolean; used: number; total: number }[]
  /** How far the clock of the server that answered is ahead of the console's, in ms; `undefined` without a date. */
  skew: number | undefined
}

/** Kept short because a page waits for it; a tenant with a thousand drives sends about 2 MB. */
const LIMITS = { deadline: 5000, maxBytes: 16 * 1024 * 1024 }

/** Date headers are truncated to seconds, so the middle of that second is the best estimate. */
const HALF_SECOND = 500

/** Compares a Date header with the middle between request and response, in ms. */
export const skewOf = (date: string | string[] | undefined, sentAt: number, receivedAt: number) => {
  const serverTime = Date.parse(String(date))
  return Number.isNaN(serverTime) ? undefined : serverTime + HALF_SECOND - (sentAt + receivedAt) / 2
}

const readInfo = (text: string): Omit<TenantInfo, 'skew'> | undefined => {
  try {
    const { usage, servers } = v.parse(Info, JSON.parse(text))
    const drives = servers
      .flatMap((server) => server.drives ?? [])
      .map(({ endpoint, state, healing, usedspace, totalspace }) => ({
        endpoint,
        state,
        healing,
        used: usedspace,
        total: totalspace,
      }))
    return { used: usage.size, drives }
  } catch {
    return undefined
  }
}

const ask = async (
  { client, domain, address, tenants: { ca, addresses }, storageAt }: KubernetesAdapterContext,
  tenant: Resource,
): Promise<TenantInfo | undefined> => {
  const { name, namespace } = tenant.metadata
  const named = addresses.get(`${namespace}/minio`)
  if (!named && address === '') return undefined
  const keyPair = await rootKeyPairOf(client, tenant)
  if (!keyPair.accessKey || !keyPair.secretKey) throw new Failure(409, messages.noRootUser(name))
  const url = named ?? new URL(`${speaksTls(tenant) ? 'https' : 'http'}://minio.${namespace}.svc.${domain}`)
  const storage = await storageAt({ url, ca, ...LIMITS })
  try {
    const sentAt = Date.now()
    const { headers, body } = await storage.call(
      { method: 'GET', path: '/minio/admin/v3/info', query: { metrics: 'false' } },
      keyPair,
    )
    const info = readInfo(body.toString())
    return info && { ...info, skew: skewOf(headers.date, sentAt, Date.now()) }
  } finally {
    await storage.close()
  }
}

/**
 * Queries the tenant itself with its root credentials. `undefined` if that is impossible, as in demo mode, where no
 * tenant runs.
 */
export const tenantInfo = (caller: KubernetesAdapterContext, tenant: Resource): Promise<TenantInfo | undefined> =>
  ask(caller, tenant).catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
