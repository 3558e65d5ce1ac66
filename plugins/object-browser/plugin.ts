import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'object-browser',
  order: 30,
  routes: [
    {
      path: '/buckets/:bucketName/browse/*?',
      page: '/buckets/:bucketName/browse',
      title: ':bucketName',
      first: {
        path: '/api/v1/buckets/:bucketName/objects',
        query: { prefix: '*/', limit: '1000', encoding: 'plain' },
        without: ['rewind', 'find', 'deleted'],
      },
      load: async () => (await pages()).browse,
    },
  ],
  sidebar: [],
  search: [
    { section: 'Objects', page: '/buckets/:bucketName/browse', load: async () => (await pages()).search.objects },
  ],
  viewers: [{ id: 'pdf', label: 'Pages', types: ['application/pdf'], load: async () => (await pages()).pdfPages() }],
  dialogs: [{ id: 'bucket-size', page: '/buckets/:bucketName/browse', load: async () => (await pages()).bucketSize }],
  settings: [{ id: 'lambda-webhook', section: 'lambda_webhook' }],
} satisfies Plugin<Page>
