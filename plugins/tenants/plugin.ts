import Building2 from 'lucide-react/icons/building-2'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'tenants',
  order: 140,
  routes: [
    { path: '/tenants', page: '/tenants', first: { path: '/api/v1/tenants' }, load: async () => (await pages()).list },
    {
      path: '/namespaces/:tenantNamespace/tenants/:tenantName/hop',
      page: '/namespaces/:tenantNamespace/tenants/:tenantName/hop',
      layout: 'bare',
      title: 'Management',
      load: () => import('./pages/hop.tsx'),
    },
    {
      path: '/tenants/health',
      page: '/tenants/health',
      title: 'Health of Tenants',
      first: { path: '/api/v1/tenants-health', query: { parts: 'own' } },
      load: async () => (await pages()).health,
    },
    {
      path: '/tenants/compare',
      page: '/tenants/compare',
      title: 'Compare Tenants',
      load: async () => (await pages()).compare,
    },
    {
      path: '/tenants/add',
      page: '/tenants/add',
      title: 'Create New Tenant',
      load: async () => (await pages()).create,
    },
    {
      path: '/namespaces/:tenantNamespace/tenants/:tenantName/*?',
      page: '/namespaces/:tenantNamespace/tenants/:tenantName',
      title: ':tenantName',
      first: { path: '/api/v1/namespaces/:tenantNamespace/tenants/:tenantName' },
      load: async () => (await pages()).tenant,
    },
  ],
  sidebar: [
    { page: '/tenants', label: 'Tenants', key: 'v', icon: Building2, group: 'operator', paths: ['/namespaces'] },
  ],
} satisfies Plugin<Page>
