import ClipboardList from 'lucide-react/icons/clipboard-list'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

export default {
  id: 'bucket-inventory',
  routes: [
    {
      path: '/bucket-inventory',
      page: '/bucket-inventory',
      first: { path: '/api/v1/bucket-inventory' },
      load: () => import('./pages/inventory.tsx'),
    },
  ],
  sidebar: [{ page: '/bucket-inventory', label: 'Bucket Inventory', icon: ClipboardList, group: 'tools' }],
  settings: [
    {
      id: 'bucket-inventory',
      title: 'Bucket Inventory',
      about: 'The tag that names the owner of a bucket, and the period over which growth is measured.',
      page: '/bucket-inventory',
      load: async () => (await import('./panel.ts')).panel,
    },
  ],
} satisfies Plugin<Page>
