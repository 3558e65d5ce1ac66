import HeartPulse from 'lucide-react/icons/heart-pulse'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

export default {
  id: 'heal',
  order: 120,
  routes: [{ path: '/heal', page: '/heal', load: () => import('./pages/heal.tsx') }],
  // hidden on storage without the feature
  sidebar: [{ page: '/heal', label: 'Heal', icon: HeartPulse, group: 'tools' }],
  links: [{ id: 'heal', page: '/heal', to: () => '/heal' }],
  settings: [
    { id: 'heal', section: 'heal' },
    { id: 'scanner', section: 'scanner' },
    { id: 'drive', section: 'drive' },
  ],
} satisfies Plugin<Page>
