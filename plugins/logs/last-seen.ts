import type { AuditPosition } from './audit-search.ts'
import type { LogsBackend } from './backend.ts'

const PAGE_SIZE = 1_000

/** Maximum number of pages that are read, because the records may be many. */
const MAX_PAGES = 10

/**
 * Last call of each account among the latest records. All calls to the storage after `since` were read; it is missing
 * if the storage does not send its calls.
 */
export const readLastSeen = async ({ search, auditStatus }: Pick<LogsBackend, 'search' | 'auditStatus'>) => {
  const latest = new Map<string, { account: string; time: string; name: string }>()
  let after: AuditPosition | undefined
  let since: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { rows, next } = await search({ patterns: [], order: 'timeDesc', size: PAGE_SIZE, after })
    for (const { access_key: account = '', api_name: name = '', time, source = 'server' } of rows) {
      if (account && !latest.has(account)) latest.set(account, { account, time, name })
      // the console's own records may be older than those of the storage
      if (source === 'server') since = time
    }
    if (!next) break
    after = next
  }
  const { delivery } = await auditStatus()
  const isSent = delivery === 'built-in' || delivery === 'configured'
  return { items: [...latest.values()], ...(isSent && since && { since }) }
}
