import HardDrive from 'lucide-react/icons/hard-drive'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'storage',
  order: 150,
  routes: [
    {
      path: '/storage/volumes',
      page: '/storage/volumes',
      title: 'Storage',
      first: { path: '/api/v1/list-pvcs' },
      load: async () => (await pages()).volumes,
    },
    {
      path: '/storage/drives',
      page: '/storage/drives',
      title: 'Storage',
      first: { path: '/api/v1/direct-csi/drives' },
      load: async () => (await pages()).drives,
    },
    { path: '/storage/*?', page: '/storage', title: 'Storage', load: async () => (await pages()).elsewhere },
  ],
  sidebar: [
    { page: '/storage/volumes', label: 'Storage', icon: HardDrive, group: 'operator', paths: ['/storage/drives'] },
  ],
} satisfies Plugin<Page>
