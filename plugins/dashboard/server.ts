import { serve, type ServerPlugin } from '../../core/serve.ts'
import type { DashboardBackend } from './backend.ts'
import { dashboard, type Page, pages } from './contract.ts'

export default {
  id: 'dashboard',
  pages,
  routes: serve(dashboard, { info: ({ backend }) => backend.info() }),
  adapters: {
    embedded: () => import('./embedded.ts'),
    minio: () => import('./minio.ts'),
  },
} satisfies ServerPlugin<Page, DashboardBackend>
