import { useEffect, useRef, useState } from 'react'
import { useRefresh } from '../../../../core/ui/use-refresh.ts'
import { useCall } from '../../../../core/use-call.ts'
import { useFeed } from '../../../../core/use-feed.ts'
import { tenants } from '../../contract.ts'
import { health } from '../contract.ts'

/**
 * Of so many tenants all is asked again at once when one changes; of more it takes the cluster too much to tell it that
 * often.
 */
const FEW = 100

/** In s: after a change of a tenant, of few or many of them, and for what is of their pods and certificates alone. */
const after = { few: 2, many: 20, nothing: 60 } as const

/**
 * How all tenants are, which stays true by itself while the tab is seen. What they say of themselves comes first;
 * `isWhole` once their pods and certificates have been looked at too.
 */
export const useHealth = () => {
  const own = useCall(health.health, { query: { parts: 'own' } })
  const { reload, ...whole } = useCall(health.health)
  const told = whole.data ? whole : { ...whole, data: own.data }
  const [news, setNews] = useState<'none' | 'some'>('none')
  const isFirst = useRef(true)
  const { start, stop } = useFeed(tenants.changes, ({ kind }) => {
    // all of them come first, which is no change
    if (kind === 'all' && isFirst.current) isFirst.current = false
    else setNews('some')
  })
  const isThere = told.data !== undefined
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
  const count = told.data?.tenants.length ?? 0
  useRefresh(!isThere ? 0 : news === 'none' ? after.nothing : count > FEW ? after.many : after.few, again)
  return { ...told, isWhole: whole.data !== undefined, reload: again }
}
