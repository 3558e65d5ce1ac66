import BellRing from 'lucide-react/icons/bell-ring'
import { call, type Search } from 'stowage/web'
import { encodeSegment } from 'stowage'
import { notifications } from './contract.ts'

/** Notification targets, by service and name. */
export const targets: Search = async (text, signal) => {
  const { results, hasMore } = await call(notifications.find, { query: { text } }, { signal })
  return {
    hits: results.map(({ service, account_id, status }) => ({
      label: `${service}:${account_id}`,
      ...(status === 'offline' && { hint: 'Offline' }),
      icon: BellRing,
      to: `/notification-endpoints/edit/${encodeSegment(service)}/${encodeSegment(account_id)}`,
    })),
    all: !hasMore,
  }
}
