import { Package } from 'lucide-react'
import type { Plugin } from '../../core/plugin.ts'
import type { Page } from './contract.ts'

export default {
  id: 'buckets',
  routes: [
    { path: '/buckets', page: '/buckets', load: () => import('./pages/list.tsx') },
    { path: '/buckets/:bucketName', page: '/buckets/*', load: () => import('./pages/to-list.tsx') },
    {
      path: '/buckets/:bucketName/admin/*?',
      page: '/buckets/:bucketName/admin',
      load: () => import('./pages/admin.tsx'),
    },
  ],
  sidebar: [
    {
      page: '/buckets',
      label: 'Buckets',
      key: 'b',
      icon: Package,
      group: 'common',
      actions: [{ label: 'Create Bucket', to: '/buckets?create=bucket', key: 'c' }],
    },
  ],
} satisfies Plugin<Page>
