import { serve, type ServerPlugin } from 'stowage/server'
import type { StorageBackend } from './backend.ts'
import { type Page, pages, storage } from './contract.ts'

export default {
  id: 'storage',
  pages,
  routes: serve(storage, {
    claims: async ({ backend }) => {
      const { claims, version, within } = await backend.claims()
      return { pvcs: claims, ...(version && { version }), ...(within && { within: [...within] }) }
    },
    claimChanges: ({ backend, query, signal }) => backend.claimChanges(query.since || undefined, signal),
    drives: ({ backend }) => backend.drives(),
    driveChanges: ({ backend, signal }) => backend.driveChanges(signal),
    volumes: async ({ backend }) => ({ volumes: await backend.volumes() }),
    format: async ({ backend, body }) => {
      const issues = await backend.format(body.drives, body.force)
      return { formatIssuesList: issues.length > 0 ? issues : null }
    },
  }),
  adapters: {
    kubernetes: () => import('./kubernetes/index.ts'),
  },
} satisfies ServerPlugin<Page, StorageBackend>
