import { type ConfigSection, setting } from 'stowage'
import * as messages from './messages.ts'

const { number, list, choice } = setting

/** Limits of the S3 API and what is compressed. */
export const sections: readonly ConfigSection[] = [
  {
    id: 'api',
    title: 'API',
    group: 'Server',
    settings: [
      number('requests_max', 'Requests Max', {
        hint: messages.concurrentRequestsHelp,
      }),
      list('cors_allow_origin', 'CORS Allow Origin'),
      choice('list_quorum', 'List Quorum', ['strict', 'optimal', 'reduced', 'disk', 'auto']),
      number('replication_workers', 'Replication Workers'),
      number('replication_failed_workers', 'Replication Failed Workers'),
    ],
    lockout: {
      warning: messages.disableRootWarning,
      condition: { key: 'root_access', value: 'off' },
    },
  },
  {
    id: 'compression',
    title: 'Compression',
    group: 'Data',
    settings: [
      list('extensions', 'Extensions', { placeholder: '.txt' }),
      list('mime_types', 'MIME Types', { placeholder: 'text/*' }),
    ],
  },
]
