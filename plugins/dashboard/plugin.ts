import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import type { Plugin } from '../../core/plugin.ts'
import type { Page } from './contract.ts'

export default {
  id: 'dashboard',
  routes: [{ path: '/dashboard', page: '/dashboard', first: { path: '/api/v1/admin/info' }, load: () => import('./pages/status.tsx') }],
  notices: [
    {
      page: '/dashboard',
      all: '/dashboard?tab=alerts',
      noun: { one: 'alert', many: 'alerts' },
      load: async () => (await import('./pages/notices.ts')).followAlerts,
    },
  ],
  sidebar: [{ page: '/dashboard', label: 'Dashboard', key: 'd', icon: LayoutDashboard, group: 'common' }],
} satisfies Plugin<Page>
