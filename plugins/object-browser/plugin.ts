import type { Plugin } from '../../core/plugin.ts'
import type { Page } from './contract.ts'

export default {
  id: 'object-browser',
  routes: [
    {
      path: '/buckets/:bucketName/browse/*?',
      page: '/buckets/:bucketName/browse',
      load: () => import('./pages/browse.tsx'),
    },
  ],
  sidebar: [],
} satisfies Plugin<Page>
