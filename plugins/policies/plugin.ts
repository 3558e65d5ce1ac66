import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Plugin } from '../../core/plugin.ts'
import type { Page } from './contract.ts'

export default {
  id: 'policies',
  routes: [
    { path: '/policies', page: '/policies', load: () => import('./pages/list.tsx') },
    { path: '/policies/*', page: '/policies/*', load: () => import('./pages/policy.tsx') },
  ],
  sidebar: [
    {
      page: '/policies',
      label: 'Policies',
      icon: ShieldCheck,
      group: 'common',
      actions: [{ label: 'Create Policy', to: '/policies?create=1' }],
    },
  ],
} satisfies Plugin<Page>
