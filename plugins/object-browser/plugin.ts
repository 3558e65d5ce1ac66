import type { Plugin } from '../../core/plugin.ts'
import type { Page } from './contract.ts'

export default {
  id: 'object-browser',
  routes: [
    {
      path: '/buckets/:bucketName/browse/*?',
      page: '/buckets/:bucketName/browse',
      title: ':bucketName',
      first: { path: '/api/v1/buckets/:bucketName/objects', query: { prefix: '*/', limit: '1000', encoding: 'plain' } },
      load: () => import('./pages/browse.tsx'),
    },
  ],
  sidebar: [],
} satisfies Plugin<Page>
