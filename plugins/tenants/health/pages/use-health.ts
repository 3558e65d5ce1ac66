import { useEffect, useRef, useState } from 'react'
import { useRefresh } from 'stowage/ui'
import { useCall, useFeed } from 'stowage/web'
import { tenants } from '../../contract.ts'
import { health } from '../contract.ts'

/** Up to this many tenants, a change quickly reloads everything; more would put too much load on the cluster. */
const MAX_QUICK_RELOAD = 100

/**
 * Seconds until the next reload: after a change among few or many tenants, and without one, for pods and certificates.
 */
const after = { few: 2, many: 20, nothing: 60 } as const

/**
 * Health of all tenants, updated while the tab is visible. Data of the manifests arrives first; `isWhole` becomes true
 * once pods and certificates have loaded too.
 */
export const useHealth = () => {
  const manifestHealth = useCall(health.health, { query: { parts: 'own' } })
  const { reload, ...fullHealth } = useCall(health.health)
  const latest = fullHealth.data ? fullHealth : { ...fullHealth, data: manifestHealth.data }
  const [news, setNews] = useState<'none' | 'some'>('none')
  const isFirst = useRef(true)
  const { start, stop } = useFeed(tenants.changes, ({ kind }) => {
    // the feed starts with the complete list, which is not a change
    if (kind === 'all' && isFirst.current) isFirst.current = false
    else setNews('some')
  })
  const isThere = latest.data !== undefined
  useEffect(() => {
    if (!isThere) return
    isFirst.current = true
    start({ query: { since: '' } })
    return stop
  }, [isThere])
  const again = async () => {
    setNews('none')
    await reload()
  }
  const count = latest.data?.tenants.length ?? 0
  useRefresh(!isThere ? 0 : news === 'none' ? after.nothing : count > MAX_QUICK_RELOAD ? after.many : after.few, again)
  return { ...latest, isWhole: fullHealth.data !== undefined, reload: again }
}
