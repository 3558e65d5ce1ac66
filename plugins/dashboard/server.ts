import { serve, type ServerPlugin } from '../../core/serve.ts'
import type { DashboardBackend } from './backend.ts'
import { dashboard, type Page, pages } from './contract.ts'

export default {
  id: 'dashboard',
  pages,
  routes: serve(dashboard, { info: ({ backend }) => backend.info() }),
} satisfies ServerPlugin<Page, DashboardBackend>
