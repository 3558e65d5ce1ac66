import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { type GroupDetails, GROUPS_AT_ONCE, identity } from '../contract.ts'

/** Details of groups, which load after their names. */
export type DetailsOfGroups = {
  get(group: string): GroupDetails | undefined
  /** Whether more details are loading; otherwise missing ones stay unknown. */
  state: 'loading' | 'loaded' | 'failed'
  /** Loads the details of a visible group first. */
  prefer(group: string): void
}

/**
 * Loads details of groups in batches, visible ones first; old details stay until new ones arrive. `undefined` if the
 * account may not see them.
 */
export const useGroupDetails = (names: readonly string[] | undefined, when: boolean): DetailsOfGroups | undefined => {
  const [details, setDetails] = useState<ReadonlyMap<string, GroupDetails>>(new Map())
  const [state, setState] = useState<DetailsOfGroups['state']>('loading')
  const preferred = useRef(new Set<string>())
  useEffect(() => {
    if (!names || !when) return
    let over = false
    const ask = async () => {
      setState('loading')
      // wait until rows that are being rendered have called `prefer`
      await new Promise((resolve) => setTimeout(resolve))
      const remaining = new Set(names)
      while (remaining.size > 0 && !over) {
        const first = [...preferred.current].filter((name) => remaining.has(name))
        const groups = [...new Set([...first, ...remaining])].slice(0, GROUPS_AT_ONCE)
        const arrived = await call(identity.groupDetails, { body: { groups } })
        for (const name of groups) {
          remaining.delete(name)
          preferred.current.delete(name)
        }
        if (!over) setDetails((known) => new Map([...known, ...arrived.map((group) => [group.name, group] as const)]))
      }
      if (!over) setState('loaded')
    }
    ask().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      if (!over) setState('failed')
    })
    return () => void (over = true)
  }, [names, when])
  return useMemo(
    () =>
      when
        ? { get: (group) => details.get(group), state, prefer: (group) => void preferred.current.add(group) }
        : undefined,
    [details, state, when],
  )
}
