import Layers from 'lucide-react/icons/layers'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'tiers',
  order: 80,
  routes: [
    { path: '/tiers', page: '/tiers', first: { path: '/api/v1/admin/tiers' }, load: async () => (await pages()).list },
    { path: '/tiers/add', page: '/tiers/add', title: 'Add Tier', load: async () => (await pages()).add },
    {
      path: '/tiers/add/:service',
      page: '/tiers/add/:service',
      title: 'Add Tier',
      load: async () => (await pages()).form,
    },
  ],
  sidebar: [
    {
      page: '/tiers',
      label: 'Tiers',
      key: 'i',
      icon: Layers,
      group: 'common',
      actions: [{ label: 'Add Tier', to: '/tiers/add', key: 'c', needs: 'admin:SetTier' }],
    },
  ],
  search: [{ section: 'Tiers', page: '/tiers', load: async () => (await pages()).search.tiers }],
  settings: [
    { id: 'storage-class', section: 'storage_class' },
    { id: 'ilm', section: 'ilm' },
  ],
} satisfies Plugin<Page>
