import Settings from './settings.tsx'

/** Settings of the audit webhook. */
export default function AuditWebhook() {
  return <Settings params={{ section: 'audit_webhook' }} />
}
