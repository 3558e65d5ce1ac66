import Activity from 'lucide-react/icons/activity'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'
import { traceAddress } from './trace-address.ts'

export default {
  id: 'trace',
  order: 110,
  routes: [{ path: '/trace', page: '/trace', load: () => import('./pages/trace.tsx') }],
  links: [{ id: 'trace', page: '/trace', to: traceAddress }],
  sidebar: [{ page: '/trace', label: 'Trace', key: 't', icon: Activity, group: 'tools' }],
} satisfies Plugin<Page>
