import { ShieldCheck } from 'lucide-react'
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
      key: 'p',
      icon: ShieldCheck,
      group: 'common',
      actions: [{ label: 'Create Policy', to: '/policies?create=1', key: 'c' }],
    },
  ],
} satisfies Plugin<Page>
