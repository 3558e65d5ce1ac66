import * as v from 'valibot'
import type { BucketsBackend } from '../../../plugins/buckets/backend.ts'
import type { Access, NewBucket, Quota, Retention } from '../../../plugins/buckets/contract.ts'
import { parseAnswer } from './admin.ts'
import { anonymousAccess } from './anonymous.ts'
import { type Caller, unless } from './caller.ts'
import { bucketPath } from './paths.ts'
import { md5 } from './sign.ts'
import { fromXml, type Node, toXml } from './xml.ts'

const Versioning = v.union([v.object({ Status: v.optional(v.string()) }), v.literal('')])

const Lock = v.object({
  Rule: v.optional(
    v.object({
      DefaultRetention: v.object({
        Mode: v.picklist(['COMPLIANCE', 'GOVERNANCE']),
        Days: v.optional(v.pipe(v.string(), v.transform(Number))),
        Years: v.optional(v.pipe(v.string(), v.transform(Number))),
      }),
    }),
  ),
})

const NO_LOCK = 'ObjectLockConfigurationNotFoundError'

/** A bucket's versioning, object lock, default retention, quota and anonymous access (minio-server 3.12, 3.13). */
export const createBucketSettings = ({ client, admin, keys }: Caller) => {
  const read = async (bucket: string, setting: string) =>
    (await client.call({ method: 'GET', path: bucketPath(bucket), query: { [setting]: '' } }, keys)).body.toString()

  const write = (bucket: string, setting: string, root: string, node: Node) => {
    const body = toXml(root, node)
    const headers = { 'content-md5': md5(body) }
    return client.call({ method: 'PUT', path: bucketPath(bucket), query: { [setting]: '' }, headers, body }, keys)
  }

  const versioning = async (bucket: string) => {
    const status = parseAnswer(Versioning, fromXml(await read(bucket, 'versioning'), 'VersioningConfiguration'))
    return status !== '' && status.Status === 'Enabled'
  }

  /** The server says "no lock" of a bucket that does not exist, too. */
  const lock = async (bucket: string) => {
    const xml = await unless(read(bucket, 'object-lock'), [NO_LOCK], undefined)
    if (xml !== undefined) return parseAnswer(Lock, fromXml(xml, 'ObjectLockConfiguration'))
    await unless(read(bucket, 'versioning'), ['AccessDenied'], undefined)
    return undefined
  }

  return {
    versioning,

    enableVersioning: (bucket: string) => write(bucket, 'versioning', 'VersioningConfiguration', { Status: 'Enabled' }),

    locking: async (bucket) => (await lock(bucket)) !== undefined,

    retention: async (bucket): Promise<Retention> => {
      const rule = (await lock(bucket))?.Rule?.DefaultRetention
      if (!rule) return {}
      const mode = rule.Mode === 'COMPLIANCE' ? 'compliance' : 'governance'
      return rule.Years === undefined
        ? { mode, unit: 'days', validity: rule.Days ?? 0 }
        : { mode, unit: 'years', validity: rule.Years }
    },

    setRetention: (bucket: string, { mode, unit, validity }: NonNullable<NewBucket['retention']>) =>
      write(bucket, 'object-lock', 'ObjectLockConfiguration', {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: mode.toUpperCase(), [unit === 'days' ? 'Days' : 'Years']: validity } },
      }),

    quota: async (bucket): Promise<Quota> => {
      const Stored = v.object({ quota: v.optional(v.number(), 0), size: v.optional(v.number(), 0) })
      return toQuota(await admin.read(Stored, { method: 'GET', name: 'get-bucket-quota', query: { bucket } })) ?? {}
    },

    setQuota: (bucket: string, amount: number) =>
      admin.send({
        method: 'PUT',
        name: 'set-bucket-quota',
        query: { bucket },
        plain: { quota: amount, size: amount, quotatype: 'hard' },
      }),

    access: async (bucket): Promise<Access> => {
      const policy = await unless(read(bucket, 'policy'), ['NoSuchBucketPolicy'], undefined)
      return policy === undefined ? 'PRIVATE' : anonymousAccess(bucket, policy)
    },
  } satisfies Partial<BucketsBackend> & Record<string, unknown>
}

/** A quota as the server keeps it: the size counts where it is given. */
export const toQuota = ({ quota, size }: { quota: number; size: number }): Quota | undefined =>
  quota || size ? { quota: size || quota, type: 'hard' } : undefined

export type BucketSettings = ReturnType<typeof createBucketSettings>
