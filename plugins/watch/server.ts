import { Failure } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { WatchBackend } from './backend.ts'
import { parseBuckets, bucketsError, type Page, pages, watch } from './contract.ts'

export default {
  id: 'watch',
  requires: ['buckets'],
  pages,
  routes: serve(watch, {
    follow: ({ backend, params, query, signal }) => {
      const buckets = parseBuckets(params.bucket)
      const problem = bucketsError(buckets)
      if (problem) throw new Failure(400, problem)
      return backend.follow(buckets, query, signal)
    },
    followAll: ({ backend, query, signal }) => backend.follow('all', query, signal),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, WatchBackend>
