import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'
import { followAlerts } from './notices.ts'
import * as messages from './messages.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'dashboard',
  order: 10,
  routes: [
    {
      path: '/dashboard',
      page: '/dashboard',
      first: { path: '/api/v1/admin/info' },
      load: async () => (await pages()).status,
    },
    {
      path: '/metrics',
      page: '/dashboard',
      layout: 'bare',
      title: 'Metrics',
      first: { path: '/api/v1/admin/info' },
      load: async () => (await pages()).metrics,
    },
  ],
  notices: [
    {
      page: '/dashboard',
      all: '/dashboard?tab=alerts',
      noun: { one: 'alert', many: 'alerts' },
      subscribe: followAlerts,
    },
  ],
  sidebar: [{ page: '/dashboard', label: 'Dashboard', key: 'd', icon: LayoutDashboard, group: 'common' }],
  settings: [
    {
      id: 'alerts',
      title: 'Alerts',
      about: messages.alertSettingsHelp,
      group: 'Monitoring',
      page: '/dashboard',
      load: async () => (await pages()).loadPanel(),
    },
  ],
} satisfies Plugin<Page>
