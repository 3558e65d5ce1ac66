import Settings from './settings.tsx'

/** Where audit records go. */
export default function AuditWebhook() {
  return <Settings params={{ section: 'audit_webhook' }} />
}
