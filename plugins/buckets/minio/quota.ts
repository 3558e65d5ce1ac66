import * as v from 'valibot'
import { Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { Quota } from '../contract.ts'
import type { MinioAdapterContext } from 'stowage/server'

/** A quota including unknown fields. */
const StoredQuota = v.looseObject({ quota: v.optional(v.number(), 0), size: v.optional(v.number(), 0) })

/** Converts the server's quota; `size` takes precedence if set. */
export const toQuota = ({ quota, size }: { quota: number; size: number }): Quota | undefined =>
  quota || size ? { quota: size || quota, type: 'hard' } : undefined

/** Quotas of buckets (minio-server 3.13). */
export const createQuotas = ({ admin }: MinioAdapterContext) => {
  const storedQuota = (bucket: string) =>
    admin.read(StoredQuota, {
      method: 'GET',
      name: 'get-bucket-quota',
      needs: 'admin:GetBucketQuota',
      query: { bucket },
    })

  return {
    quota: async (bucket): Promise<Quota> => toQuota(await storedQuota(bucket)) ?? {},

    // the server treats a quota of 0 as none
    setQuota: async (bucket, amount = 0) => {
      // other programs store request limits in the same document; a caller who cannot read them would delete them
      const others = await storedQuota(bucket).catch((error: unknown) => {
        if (error instanceof Failure && error.status === 403) return {}
        throw error
      })
      await admin.send({
        method: 'PUT',
        name: 'set-bucket-quota',
        needs: 'admin:SetBucketQuota',
        query: { bucket },
        plain: { ...others, quota: amount, size: amount, quotatype: 'hard' },
      })
    },
  } satisfies Partial<BucketsBackend>
}
