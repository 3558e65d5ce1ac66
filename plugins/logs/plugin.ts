import ScrollText from 'lucide-react/icons/scroll-text'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'
import { historyAddress } from './history.ts'

export default {
  id: 'logs',
  order: 90,
  routes: [{ path: '/logs', page: '/logs', load: () => import('./pages/logs.tsx') }],
  sidebar: [{ page: '/logs', label: 'Logs', icon: ScrollText, group: 'tools' }],
  links: [
    { id: 'history', page: '/logs', to: historyAddress },
    { id: 'log-lines', page: '/logs', to: ({ text = '' }) => `/logs?${new URLSearchParams({ search: text })}` },
  ],
  settings: [
    { id: 'logger-webhook', section: 'logger_webhook' },
    { id: 'audit-webhook', section: 'audit_webhook' },
    { id: 'audit-kafka', section: 'audit_kafka' },
  ],
} satisfies Plugin<Page>
