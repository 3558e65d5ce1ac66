import Settings from './settings.tsx'

/** Settings of the log webhook. */
export default function LoggerWebhook() {
  return <Settings params={{ section: 'logger_webhook' }} />
}
