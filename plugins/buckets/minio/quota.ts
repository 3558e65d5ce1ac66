import * as v from 'valibot'
import type { BucketsBackend } from '../backend.ts'
import type { Quota } from '../contract.ts'
import type { MinioAdapterContext } from 'stowage/server'

/** A quota including unknown fields. */
const StoredQuota = v.looseObject({ quota: v.optional(v.number(), 0), size: v.optional(v.number(), 0) })

/** Converts the server's quota; `size` takes precedence if set. */
export const toQuota = ({ quota, size }: { quota: number; size: number }): Quota | undefined =>
  quota || size ? { quota: size || quota, type: 'hard' } : undefined

/** Stores the quota of a bucket, in bytes, and the `others` fields of its document. The server treats 0 as none. */
export const writeQuota = async ({ admin }: MinioAdapterContext, bucket: string, amount = 0, others: object = {}) => {
  await admin.send({
    method: 'PUT',
    name: 'set-bucket-quota',
    needs: 'admin:SetBucketQuota',
    query: { bucket },
    plain: { ...others, quota: amount, size: amount, quotatype: 'hard' },
  })
}

/** Quotas of buckets (minio-server 3.13). */
export const createQuotas = (caller: MinioAdapterContext) => {
  const storedQuota = (bucket: string) =>
    caller.admin.read(StoredQuota, {
      method: 'GET',
      name: 'get-bucket-quota',
      needs: 'admin:GetBucketQuota',
      query: { bucket },
    })

  return {
    quota: async (bucket): Promise<Quota> => toQuota(await storedQuota(bucket)) ?? {},

    // other programs store request limits in the same document; a caller who cannot read them would delete them
    setQuota: async (bucket, amount) => writeQuota(caller, bucket, amount, await storedQuota(bucket)),
  } satisfies Partial<BucketsBackend>
}
