import BellRing from 'lucide-react/icons/bell-ring'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'notifications',
  order: 70,
  routes: [
    {
      path: '/notification-endpoints',
      page: '/notification-endpoints',
      first: { path: '/api/v1/admin/notification_endpoints' },
      load: async () => (await pages()).list,
    },
    {
      path: '/notification-endpoints/add',
      page: '/notification-endpoints/add',
      title: 'Add Notification Target',
      load: async () => (await pages()).services,
    },
    {
      path: '/notification-endpoints/add/:service',
      page: '/notification-endpoints/add/:service',
      title: 'Add Notification Target',
      load: async () => (await pages()).add,
    },
    {
      path: '/notification-endpoints/edit/:service/:target',
      page: '/notification-endpoints/edit/:service/:target',
      title: ':target',
      load: async () => (await pages()).edit,
    },
  ],
  sidebar: [
    {
      page: '/notification-endpoints',
      label: 'Notification Endpoints',
      short: 'Endpoints',
      key: 'n',
      icon: BellRing,
      group: 'common',
      actions: [
        { label: 'Add Notification Target', to: '/notification-endpoints/add', key: 'c', needs: 'admin:ConfigUpdate' },
      ],
    },
  ],
  search: [
    {
      section: 'Notification Endpoints',
      page: '/notification-endpoints',
      load: async () => (await pages()).search.targets,
    },
  ],
  settings: [{ id: 'event-queue', section: 'event_queue' }],
} satisfies Plugin<Page>
