import BadgeCheck from 'lucide-react/icons/badge-check'
import type { Plugin } from '../../core/plugin.ts'
import { lastGroup } from '../../core/registry.ts'
import type { Page } from './contract.ts'

export default {
  id: 'license',
  routes: [{ path: '/license', page: '/license', home: () => false, load: () => import('./pages/license.tsx') }],
  sidebar: [
    {
      page: '/license',
      label: 'License',
      icon: BadgeCheck,
      group: lastGroup,
    },
  ],
} satisfies Plugin<Page>
