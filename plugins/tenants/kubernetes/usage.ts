import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import type { Resource } from '../../../engines/kubernetes/client.ts'
import type { KubeCaller } from '../../../engines/kubernetes/kit.ts'
import { createClient } from '../../../engines/minio/client.ts'
import { speaksTls } from './hop/adapter.ts'
import { rootPairOf } from './hop/root-pair.ts'

type Usage = { used: number; disk_used: number }

const Info = v.object({
  usage: v.fallback(v.object({ size: v.fallback(v.number(), 0) }), { size: 0 }),
  servers: v.array(
    v.object({ drives: v.optional(v.nullable(v.array(v.object({ usedspace: v.fallback(v.number(), 0) }))), []) }),
  ),
})

/** A page waits for it; a tenant with a thousand drives says some 2 MB. */
const LIMITS = { deadline: 5000, most: 16 * 1024 * 1024 }

const readInfo = (text: string): Usage | undefined => {
  try {
    const { usage, servers } = v.parse(Info, JSON.parse(text))
    return {
      used: usage.size,
      disk_used: servers.flatMap(({ drives }) => drives ?? []).reduce((sum, { usedspace }) => sum + usedspace, 0),
    }
  } catch {
    return undefined
  }
}

/** What the tenant itself says, asked with its own root pair; the demonstration has none to be asked. */
const asked = async (
  { client, domain, address, tenants: { ca, addresses } }: KubeCaller,
  tenant: Resource,
): Promise<Usage | undefined> => {
  const { name, namespace } = tenant.metadata
  const named = addresses.get(`${namespace}/minio`)
  if (!named && address === '') return undefined
  const pair = await rootPairOf(client, tenant)
  if (!pair.accessKey || !pair.secretKey) throw new Failure(409, `Tenant ${name} names no root user`)
  const url = named ?? new URL(`${speaksTls(tenant) ? 'https' : 'http'}://minio.${namespace}.svc.${domain}`)
  const storage = createClient({ url, ca, ...LIMITS })
  try {
    const { body } = await storage.call(
      { method: 'GET', path: '/minio/admin/v3/info', query: { metrics: 'false' } },
      pair,
    )
    return readInfo(body.toString())
  } finally {
    await storage.close()
  }
}

/** What the operator has found last, some minutes ago. */
const found = ({ status }: Resource): Usage | undefined => {
  const { usage } = (status ?? {}) as { usage?: { usage?: number; rawUsage?: number } }
  return usage?.rawUsage === undefined ? undefined : { used: usage.usage ?? 0, disk_used: usage.rawUsage }
}

/**
 * How much of a tenant is used: as it says itself, or where it cannot be asked as its operator has found. Throws
 * `Failure` 404 where neither is known.
 */
export const usageOf = async (caller: KubeCaller, tenant: Resource): Promise<Usage> => {
  const told = await asked(caller, tenant).catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
  const usage = told ?? found(tenant)
  if (!usage)
    throw new Failure(
      404,
      'unable to get tenant usage',
      'The operator has not told yet how much of this tenant is used, and the tenant itself cannot be asked',
    )
  return usage
}
