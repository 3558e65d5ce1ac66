import BadgeCheck from 'lucide-react/icons/badge-check'
import { licenseGroup } from 'stowage'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

export default {
  id: 'license',
  order: 160,
  routes: [{ path: '/license', page: '/license', home: () => false, load: () => import('./pages/license.tsx') }],
  sidebar: [
    {
      page: '/license',
      label: 'License',
      icon: BadgeCheck,
      group: licenseGroup,
    },
  ],
  settings: [{ id: 'subnet', section: 'subnet' }],
} satisfies Plugin<Page>
