import { type InstalledPlugin, serve, type ServerPlugin } from 'stowage/server'
import type { PluginsBackend } from './backend.ts'
import { type Page, pages, plugins } from './contract.ts'

const replyOf = (installed: readonly InstalledPlugin[]) => ({
  plugins: installed.map(({ id, version, origin, problem, contributes }) => ({
    id,
    version,
    origin,
    ...(problem !== undefined && { problem }),
    contributes: Object.fromEntries(Object.entries(contributes).map(([kind, names]) => [kind, [...names]])),
  })),
})

export default {
  id: 'plugins',
  pages,
  routes: serve(plugins, {
    list: async ({ backend, plugins: installed }) => {
      await backend.assertAllowed()
      return replyOf(installed)
    },
    listInCluster: async ({ backend, plugins: installed }) => {
      await backend.assertAllowedInCluster()
      return replyOf(installed)
    },
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
    kubernetes: () => import('./kubernetes/index.ts'),
  },
} satisfies ServerPlugin<Page, PluginsBackend>
