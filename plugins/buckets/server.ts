import { serve, type ServerPlugin } from '../../core/serve.ts'
import type { BucketsBackend } from './backend.ts'
import { buckets, type Page, pages } from './contract.ts'

export default {
  id: 'buckets',
  pages,
  routes: serve(buckets, {
    list: async ({ backend }) => {
      const list = await backend.list()
      return { buckets: list, total: list.length }
    },
    add: ({ backend, body }) => backend.add(body),
    info: async ({ backend, params }) => ({ name: params.bucket, access: await backend.access(params.bucket) }),
    remove: ({ backend, params }) => backend.remove(params.bucket),
    versioning: async ({ backend, params }) => ({ is_versioned: await backend.versioning(params.bucket) }),
    locking: async ({ backend, params }) => ({ object_locking_enabled: await backend.locking(params.bucket) }),
    retention: ({ backend, params }) => backend.retention(params.bucket),
    quota: ({ backend, params }) => backend.quota(params.bucket),
  }),
} satisfies ServerPlugin<Page, BucketsBackend>
