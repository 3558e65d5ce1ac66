import Settings from './settings.tsx'

/** Where the server's log goes. */
export default function LoggerWebhook() {
  return <Settings params={{ section: 'logger_webhook' }} />
}
