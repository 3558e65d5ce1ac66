import ShieldCheck from 'lucide-react/icons/shield-check'
import { encodeSegment } from 'stowage'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'policies',
  order: 50,
  routes: [
    {
      path: '/policies',
      page: '/policies',
      first: { path: '/api/v1/policies', query: { limit: '1000' } },
      load: async () => (await pages()).list,
    },
    {
      path: '/policies/*',
      page: '/policies/*',
      title: '*',
      first: { path: '/api/v1/policy', query: { name: '*' } },
      load: async () => (await pages()).policy,
    },
    { path: '/check-access', page: '/check-access', title: 'Check Access', load: async () => (await pages()).check },
  ],
  sidebar: [
    {
      page: '/policies',
      label: 'Policies',
      key: 'p',
      icon: ShieldCheck,
      group: 'common',
      paths: ['/check-access'],
      actions: [{ label: 'Create Policy', to: '/policies?create=1', key: 'c', needs: 'admin:CreatePolicy' }],
    },
  ],
  dialogs: [{ id: 'check-access', page: '/check-access', load: async () => (await pages()).checkDialog }],
  links: [{ id: 'policy', page: '/policies/*', to: ({ name = '' }) => `/policies/${encodeSegment(name)}` }],
  search: [{ section: 'Policies', page: '/policies', load: async () => (await pages()).search.policies }],
  settings: [
    { id: 'policy-plugin', section: 'policy_plugin' },
    { id: 'policy-opa', section: 'policy_opa' },
    { id: 'administrators', access: async () => (await pages()).remaining },
  ],
} satisfies Plugin<Page>
