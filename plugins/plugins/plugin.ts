import Puzzle from 'lucide-react/icons/puzzle'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

export default {
  id: 'plugins',
  order: 65,
  routes: [
    {
      path: '/plugins',
      page: '/plugins',
      first: { path: '/api/v1/plugins' },
      home: () => false,
      load: () => import('./pages/list.tsx'),
    },
    {
      path: '/operator/plugins',
      page: '/operator/plugins',
      first: { path: '/api/v1/operator/plugins' },
      home: () => false,
      load: () => import('./pages/list-in-cluster.tsx'),
    },
  ],
  sidebar: [
    { page: '/plugins', label: 'Plugins', icon: Puzzle, group: 'common', when: ({ operator }) => !operator },
    { page: '/operator/plugins', label: 'Plugins', icon: Puzzle, group: 'operator' },
  ],
} satisfies Plugin<Page>
