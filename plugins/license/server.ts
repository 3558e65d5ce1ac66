import { serve, type ServerPlugin } from 'stowage/server'
import type { LicenseBackend } from './backend.ts'
import { config } from './config.ts'
import { license, type Page, pages } from './contract.ts'
import { sections } from './sections.ts'

export default {
  id: 'license',
  pages,
  config,
  sections,
  routes: serve(license, {
    info: ({ backend }) => backend.info(),
    validate: ({ backend, body }) => (body.license ? backend.activate(body.license) : backend.renew()),
    refresh: ({ backend }) => backend.renew(),
    activate: ({ backend, params }) => backend.attach(params.namespace, params.tenant),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
    kubernetes: () => import('./kubernetes/index.ts'),
  },
} satisfies ServerPlugin<Page, LicenseBackend, typeof config>
