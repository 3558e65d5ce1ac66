import { Failure } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { DiagnosticBackend } from './backend.ts'
import { diagnostic, type Page, pages, speedKinds } from './contract.ts'
import * as messages from './messages.ts'

export default {
  id: 'diagnostic',
  pages,
  routes: serve(diagnostic, {
    report: ({ backend, query, signal }) => backend.report(query.deadline, signal),
    speed: ({ backend, params, query, signal }) => {
      const kind = speedKinds.find((one) => one === params.kind)
      if (!kind) throw new Failure(404, messages.speedTestUnknown(params.kind, speedKinds.join(', ')))
      return backend.speed(kind, query, signal)
    },
    profile: async ({ backend, query, signal }) => {
      const { name, body } = await backend.profile(query.type, query.seconds, signal)
      return {
        status: 200,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
        },
        body,
      }
    },
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, DiagnosticBackend>
