import { KEYS_AT_ONCE, logs } from 'stowage/plugins/logs'
import { useMemo } from 'react'
import { useCall, useMissingFeature, usePermittedCalls, useSession } from 'stowage/web'
import type { ServiceAccount } from '../contract.ts'
import * as messages from '../messages.ts'

/**
 * When the audit records last name an account: a `call` at a time, `none` since a time, or `unknown`, because the
 * account may not read the records or the storage does not send them.
 */
export type LastSeen =
  | { state: 'loading' }
  | { state: 'unknown' }
  | { state: 'none'; since: string }
  | { state: 'call'; at: string; name: string }

/** Records that are searched for the exact name: in a pattern, a dot and a star stand for other characters. */
const PAGE_SIZE = '20'

const useHasLogs = () => useSession().plugins.includes('logs')

/** Whether calls for records succeed: without stored records they fail in a way that is retried. */
const useHasRecords = () => {
  const hasLogs = useHasLogs()
  return useMissingFeature('log-search') === undefined && hasLogs
}

/** Reads when an account was last seen; `undefined` without the Logs plugin. */
export const useLastSeen = (account: string): LastSeen | undefined => {
  const [hasLogs, hasRecords] = [useHasLogs(), useHasRecords()]
  const { when } = usePermittedCalls({ search: logs.search })
  const maySearch = hasRecords && when('search')
  const query = { fp: `access_key:${account}`, pageSize: PAGE_SIZE }
  const search = useCall(logs.search, { query }, { when: maySearch })
  const records = useCall(logs.auditStatus, undefined, { when: maySearch })
  if (!hasLogs) return undefined
  if (!maySearch || search.error || records.error) return { state: 'unknown' }
  if (!search.data || !records.data) return { state: 'loading' }
  const last = search.data.results?.find(({ access_key }) => access_key === account)
  if (last) return { state: 'call', at: last.time, name: last.api_name.replace(/^console\./, '') }
  const { delivery, since } = records.data
  const isComplete = search.data.searchedUntil === undefined && search.data.next === undefined
  // records of the console alone say nothing about calls to the storage
  return isComplete && since && (delivery === 'built-in' || delivery === 'configured')
    ? { state: 'none', since }
    : { state: 'unknown' }
}

/** When accounts were last seen, by the latest audit records; `undefined` if they may not be read or there are none. */
export const useLastSeenAccounts = () => {
  const hasRecords = useHasRecords()
  const { when } = usePermittedCalls({ lastSeen: logs.lastSeen })
  const { data } = useCall(logs.lastSeen, undefined, { when: hasRecords && when('lastSeen') })
  return useMemo(
    () => data && { since: data.since, times: new Map(data.items.map(({ account, time }) => [account, time])) },
    [data],
  )
}

export type LastSeenAccounts = NonNullable<ReturnType<typeof useLastSeenAccounts>>

/** When an access key last signed a call; `reason` says why that is unknown. */
export type LastUsed =
  | Exclude<LastSeen, { state: 'unknown' }>
  | { state: 'unknown'; reason: string }
  /** By the storage itself, which records no name of a call; without a time it recorded no use. */
  | { state: 'reported'; at: string | undefined }

/** When access keys were last used, as the storage reports it for each. */
const reportedUses = (accounts: readonly ServiceAccount[]) => {
  const uses = new Map(accounts.map(({ accessKey, lastUsed }) => [accessKey, lastUsed]))
  return (accessKey: string): LastUsed => {
    const at = uses.get(accessKey)
    return at === undefined
      ? { state: 'unknown', reason: messages.keyUseNotReported }
      : { state: 'reported', at: at ?? undefined }
  }
}

const noAccounts: readonly ServiceAccount[] = []

/** When access keys were last used, by the audit records, or as the storage reports it without the Logs plugin. */
export const useLastUsed = (accounts: readonly ServiceAccount[] = noAccounts): ((accessKey: string) => LastUsed) => {
  const accessKeys = useMemo(() => accounts.map(({ accessKey }) => accessKey), [accounts])
  const missing = useMissingFeature('log-search')
  const hasLogs = useHasLogs()
  const body = { accessKeys: accessKeys.slice(0, KEYS_AT_ONCE) }
  const { data, error } = useCall(logs.keysLastUsed, { body }, { when: hasLogs && !missing && accessKeys.length > 0 })
  return useMemo(() => {
    if (!hasLogs) return reportedUses(accounts)
    const uses = new Map(data?.items.map((use) => [use.accessKey, use]))
    const requested = new Set(body.accessKeys)
    return (accessKey) => {
      const reason = missing ?? error?.detail ?? error?.message
      if (reason) return { state: 'unknown', reason }
      if (!data) return { state: 'loading' }
      const use = uses.get(accessKey)
      if (use) return { state: 'call', at: use.time, name: use.name }
      return data.since && requested.has(accessKey)
        ? { state: 'none', since: data.since }
        : { state: 'unknown', reason: messages.keyUseUnknown }
    }
  }, [hasLogs, missing, data, error, accounts])
}
