import { serve, type ServerPlugin } from 'stowage/server'
import type { TenantList, TenantsBackend } from './backend.ts'
import { detailRoutes } from './details/server.ts'
import { type Page, pages, tenants } from './contract.ts'
import { compareRoutes } from './compare/server.ts'
import { createRoutes } from './create/server.ts'
import { healthRoutes } from './health/server.ts'
import { securityRoutes } from './security/server.ts'
import { timelineRoutes } from './timeline/server.ts'

const listReply = ({ tenants: items, version, within }: TenantList) => ({
  tenants: items,
  total: items.length,
  ...(version && { version }),
  ...(within && { within: [...within] }),
})

export default {
  id: 'tenants',
  pages,
  needs: { '/namespaces/:tenantNamespace/tenants/:tenantName/hop': 'proxied-consoles' },
  routes: [
    ...serve<typeof tenants, TenantsBackend>(tenants, {
      list: async ({ backend }) => listReply(await backend.list()),
      listIn: async ({ backend, params }) => listReply(await backend.list(params.namespace)),
      changes: ({ backend, query, signal }) => backend.changes(query.since || undefined, signal),
    }),
    ...compareRoutes,
    ...createRoutes,
    ...detailRoutes,
    ...healthRoutes,
    ...securityRoutes,
    ...timelineRoutes,
  ],
  proxiedConsoles: {
    path: '/api/proxy/:namespace/:tenant',
    find: ({ backend, params: { namespace = '', tenant = '' } }) => backend.consoleOf(namespace, tenant),
  },
  adapters: {
    kubernetes: () => import('./kubernetes/index.ts'),
  },
} satisfies ServerPlugin<Page, TenantsBackend>
