import { serve, type ServerPlugin } from 'stowage/server'
import type { PluginsBackend } from './backend.ts'
import { type Page, pages, plugins } from './contract.ts'

export default {
  id: 'plugins',
  pages,
  routes: serve(plugins, {
    list: async ({ backend, plugins }) => {
      await backend.assertAllowed()
      return {
        plugins: plugins.map(({ id, version, origin, problem, contributes }) => ({
          ...{ id, version, origin, ...(problem !== undefined && { problem }) },
          contributes: Object.fromEntries(Object.entries(contributes).map(([kind, names]) => [kind, [...names]])),
        })),
      }
    },
  }),
  adapters: {
    embedded: () => import('./embedded.ts'),
    minio: () => import('./minio.ts'),
  },
} satisfies ServerPlugin<Page, PluginsBackend>
