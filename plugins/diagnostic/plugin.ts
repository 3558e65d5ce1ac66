import Stethoscope from 'lucide-react/icons/stethoscope'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

export default {
  id: 'diagnostic',
  order: 130,
  routes: [{ path: '/health-info', page: '/health-info', load: () => import('./pages/diagnostic.tsx') }],
  sidebar: [{ page: '/health-info', label: 'Diagnostic', icon: Stethoscope, group: 'tools' }],
} satisfies Plugin<Page>
