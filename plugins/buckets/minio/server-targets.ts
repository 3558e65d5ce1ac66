import * as v from 'valibot'
import type { BucketsBackend } from '../backend.ts'
import type { MinioAdapterContext } from 'stowage/server'

const Info = v.object({ sqsARN: v.nullish(v.array(v.string()), []) })

const Tiers = v.nullable(v.array(v.object({ Name: v.string(), Type: v.optional(v.string(), '') })))

/** Notification targets and tiers of a MinIO server, which rules of buckets refer to. */
export const createServerTargets = ({ admin }: MinioAdapterContext) =>
  ({
    arns: async () => {
      const call = { method: 'GET', name: 'info', needs: 'admin:ServerInfo', query: { metrics: 'false' } } as const
      return (await admin.read(Info, call)).sqsARN ?? []
    },

    tiers: async () => {
      const tiers = await admin.read(Tiers, { method: 'GET', name: 'tier', needs: 'admin:ListTier' })
      return (tiers ?? [])
        .map(({ Name, Type }) => ({ name: Name, type: Type }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
  }) satisfies Partial<BucketsBackend>
