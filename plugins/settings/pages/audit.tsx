import Settings from './settings.tsx'

export default function AuditWebhook() {
  return <Settings params={{ section: 'audit_webhook' }} />
}
