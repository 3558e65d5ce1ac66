import { Failure, toRfc3339 } from 'stowage'
import { serve } from 'stowage/server'
import type { BucketsBackend } from './backend.ts'
import { cors, documents, kms, distributions, lifecycleTools, reclaiming, usage } from './contract.ts'

const calls = { ...documents, ...lifecycleTools, ...reclaiming, ...distributions, ...cors, ...usage, ...kms }

/** Handlers of the calls that the former console did not have. */
export const extensions = serve<typeof calls, BucketsBackend>(calls, {
  policyText: async ({ backend, params }) => ({ policy: await backend.policyText(params.bucket) }),
  setPolicyText: ({ backend, params, body }) => backend.setPolicyText(params.bucket, body.policy, body.replaces),
  setTags: ({ backend, params, body }) => backend.setTags(params.bucket, body.tags),
  setExclusions: ({ backend, params, body }) => backend.setExclusions(params.bucket, body),
  preview: ({ backend, params, body }) => backend.previewLifecycle(params.bucket, body.of, body.cursor),
  distribution: ({ backend, params }) => backend.distribution(params.bucket),
  reclaimable: ({ backend, params, query }) => backend.reclaimable(params.bucket, query.cursor),
  tiers: async ({ backend }) => ({ tiers: await backend.tiers() }),
  cors: ({ backend, params }) => backend.cors(params.bucket),
  setCors: ({ backend, params, body }) => backend.setCors(params.bucket, body.rules),
  usageAge: async ({ backend }) => {
    const at = await backend.countedAt().catch((error: unknown) => {
      if (error instanceof Failure && [403, 501].includes(error.status)) return 'unknown' as const
      throw error
    })
    if (at === 'unknown') return { unknown: true }
    return at === undefined ? {} : { as_of: toRfc3339(at), age: Math.max(0, Math.round((Date.now() - at) / 1000)) }
  },
  kmsStatus: ({ backend }) => backend.kmsStatus(),
  kmsKey: ({ backend, params }) => backend.kmsKey(params.key),
  makeKmsKey: ({ backend, body }) => backend.makeKmsKey(body.key),
})
