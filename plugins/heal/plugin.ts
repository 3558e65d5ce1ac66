import HeartPulse from 'lucide-react/icons/heart-pulse'
import type { Plugin } from '../../core/plugin.ts'
import type { Page } from './contract.ts'

export default {
  id: 'heal',
  routes: [{ path: '/heal', page: '/heal', load: () => import('./pages/heal.tsx') }],
  // whoever lacks the feature lacks the page
  sidebar: [{ page: '/heal', label: 'Heal', icon: HeartPulse, group: 'tools' }],
} satisfies Plugin<Page>
