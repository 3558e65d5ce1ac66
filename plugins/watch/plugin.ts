import Eye from 'lucide-react/icons/eye'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

export default {
  id: 'watch',
  order: 100,
  routes: [{ path: '/watch', page: '/watch', load: () => import('./pages/watch.tsx') }],
  sidebar: [{ page: '/watch', label: 'Watch', key: 'w', icon: Eye, group: 'tools' }],
} satisfies Plugin<Page>
