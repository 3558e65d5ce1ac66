import Package from 'lucide-react/icons/package'
import { encodeSegment } from 'stowage'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'buckets',
  order: 20,
  routes: [
    {
      path: '/buckets',
      page: '/buckets',
      first: { path: '/api/v1/buckets' },
      home: ({ usesBuckets }) => usesBuckets !== false,
      load: async () => (await pages()).list,
    },
    { path: '/buckets/:bucketName', page: '/buckets/*', load: async () => (await pages()).toList },
    {
      path: '/buckets/:bucketName/admin/*?',
      page: '/buckets/:bucketName/admin',
      title: ':bucketName',
      first: { path: '/api/v1/buckets/:bucketName' },
      load: async () => (await pages()).admin,
    },
  ],
  links: [
    {
      id: 'bucket-free',
      page: '/buckets/:bucketName/admin',
      to: ({ bucket = '' }) => `/buckets/${encodeSegment(bucket)}/admin/lifecycle?free=now`,
    },
  ],
  sidebar: [
    {
      page: '/buckets',
      label: 'Buckets',
      key: 'b',
      icon: Package,
      group: 'common',
      actions: [{ label: 'Create Bucket', to: '/buckets?create=bucket', key: 'c', needs: 's3:CreateBucket' }],
    },
  ],
  search: [{ section: 'Buckets', page: '/buckets', load: async () => (await pages()).search.buckets }],
  settings: [
    { id: 'api', section: 'api' },
    { id: 'compression', section: 'compression' },
  ],
} satisfies Plugin<Page>
