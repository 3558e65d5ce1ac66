import { serve, type ServerPlugin } from '../../core/serve.ts'
import type { LogsBackend } from './backend.ts'
import { logs, type Page, pages } from './contract.ts'

export default {
  id: 'logs',
  pages,
  routes: serve(logs, {
    follow: ({ backend, query, signal }) => backend.follow(query, signal),
  }),
  adapters: {
    embedded: () => import('./embedded/adapter.ts'),
    minio: () => import('./minio/adapter.ts'),
  },
} satisfies ServerPlugin<Page, LogsBackend>
