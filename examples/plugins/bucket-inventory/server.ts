import { serve, type ServerPlugin } from 'stowage/server'
import type { InventoryBackend } from './backend.ts'
import { inventory, type Page, pages } from './contract.ts'

export default {
  id: 'bucket-inventory',
  pages,
  routes: serve(inventory, {
    list: async ({ backend }) => ({ buckets: await backend.list() }),
    history: async ({ backend, params }) => ({ measurements: await backend.history(params.bucket) }),
    settings: ({ backend }) => backend.settings(),
    setSettings: ({ backend, body }) => backend.setSettings(body),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, InventoryBackend>
