import Settings from 'lucide-react/icons/settings'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

// one chunk, since the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'settings',
  order: 60,
  routes: [
    { path: '/settings', page: '/settings', first: { path: '/api/v1/configs' }, load: async () => (await pages()).all },
    { path: '/settings/of/:panel', page: '/settings', title: 'Settings', load: async () => (await pages()).panel },
    { path: '/settings/:section', page: '/settings', title: 'Settings', load: async () => (await pages()).one },
    { path: '/webhook/logger', page: '/settings', title: 'Settings', load: async () => (await pages()).logger },
    { path: '/webhook/audit', page: '/settings', title: 'Settings', load: async () => (await pages()).audit },
  ],
  sidebar: [{ page: '/settings', label: 'Settings', key: 'e', icon: Settings, group: 'common', paths: ['/webhook'] }],
  search: [{ section: 'Settings', page: '/settings', load: async () => (await pages()).search.settings }],
  settings: [
    { id: 'site', section: 'site' },
    { id: 'region', section: 'region' },
    { id: 'browser', section: 'browser' },
    { id: 'etcd', section: 'etcd' },
    { id: 'cache', section: 'cache' },
    { id: 'batch', section: 'batch' },
  ],
} satisfies Plugin<Page>
