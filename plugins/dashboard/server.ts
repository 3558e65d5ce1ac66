import { serve, type ServerPlugin } from 'stowage/server'
import { alerts } from './alerts/contract.ts'
import type { DashboardBackend } from './backend.ts'
import { config, configProblem } from './config.ts'
import { dashboard, type Page, pages } from './contract.ts'
import { latency } from './latency.ts'
import { outlook } from './outlook.ts'
import { widgets } from './widgets.ts'

export default {
  id: 'dashboard',
  pages,
  config,
  configProblem,
  routes: [
    ...serve<typeof dashboard, DashboardBackend>(dashboard, { info: ({ backend }) => backend.info() }),
    ...serve<typeof widgets, DashboardBackend>(widgets, {
      widget: ({ backend, params, query }) => backend.widget(params.id, query),
    }),
    ...serve<typeof latency, DashboardBackend>(latency, { latency: ({ backend }) => backend.latency() }),
    ...serve<typeof outlook, DashboardBackend>(outlook, {
      outlook: ({ backend }) => backend.outlook(),
      quotaOutlook: ({ backend, params, query }) => backend.quotaOutlook(params.bucket, query.quota),
    }),
    ...serve<typeof alerts, DashboardBackend>(alerts, {
      alerts: ({ backend }) => backend.alerts(),
      running: async function* ({ backend, signal }) {
        yield* await backend.running(signal)
      },
      rules: ({ backend }) => backend.rules(),
      changeRule: ({ backend, params, body }) => backend.changeRule(params.id, body),
      addRule: async ({ backend, body }) => ({ id: await backend.addRule(body) }),
      removeRule: ({ backend, params }) => backend.removeRule(params.id),
      setHook: ({ backend, body }) => backend.setHook(body),
      tryHook: ({ backend, body }) => backend.tryHook(body),
    }),
  ],
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, DashboardBackend, typeof config>
