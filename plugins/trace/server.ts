import { serve, type ServerPlugin } from 'stowage/server'
import type { TraceBackend } from './backend.ts'
import { type Page, pages, trace } from './contract.ts'

export default {
  id: 'trace',
  pages,
  routes: serve(trace, { follow: ({ backend, query, signal }) => backend.follow(query, signal) }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, TraceBackend>
