import { serve, type ServerPlugin } from 'stowage/server'
import type { HealBackend } from './backend.ts'
import { heal, type Page, pages } from './contract.ts'
import { sections } from './sections.ts'

export default {
  id: 'heal',
  requires: ['buckets'],
  pages,
  sections,
  needs: { '/heal': 'heal' },
  routes: serve(heal, {
    follow: ({ backend, params, query, signal }) => backend.follow(params.bucket, query, signal),
    followAll: ({ backend, query, signal }) => backend.follow('', query, signal),
    status: ({ backend }) => backend.status(),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, HealBackend>
