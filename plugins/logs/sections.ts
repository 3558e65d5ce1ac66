import { type ConfigSection, setting } from 'stowage'
import * as messages from './messages.ts'

const { required, secret } = setting

const webhook = {
  group: 'Logs',
  targetLabel: 'Target',
  settings: [
    required('endpoint', 'Endpoint', { placeholder: 'https://logs.example/in' }),
    secret('auth_token', 'Auth Token'),
  ],
  test: {
    description: messages.webhookTestHelp,
    load: () => import('./backend/test-webhook.ts'),
  },
} as const

/** Where the log and the audit records of the storage server are sent. */
export const sections: readonly ConfigSection[] = [
  { id: 'logger_webhook', title: 'Logger Webhook', ...webhook },
  { id: 'audit_webhook', title: 'Audit Webhook', ...webhook },
  { id: 'audit_kafka', title: 'Audit Kafka', group: 'Logs', targetLabel: 'Target' },
]
