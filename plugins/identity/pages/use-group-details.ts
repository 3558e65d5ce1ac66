import { useEffect, useState } from 'react'
import { call } from '../../../core/client.ts'
import { Failure } from '../../../core/failure.ts'
import { type GroupDetails, GROUPS_AT_ONCE, identity } from '../contract.ts'

/**
 * What there is to know of groups beyond their names, by name: it comes a few at a time once the names are there, and
 * what was known stays until it comes anew. Nothing where it may not be seen; what a call that failed would have told
 * is left out.
 */
export const useGroupDetails = (
  names: readonly string[] | undefined,
  when: boolean,
): ReadonlyMap<string, GroupDetails> | undefined => {
  const [details, setDetails] = useState<ReadonlyMap<string, GroupDetails>>(new Map())
  useEffect(() => {
    if (!names || !when) return
    let over = false
    const ask = async () => {
      for (let from = 0; from < names.length && !over; from += GROUPS_AT_ONCE) {
        const groups = names.slice(from, from + GROUPS_AT_ONCE)
        const told = await call(identity.groupDetails, { body: { groups } })
        if (!over) setDetails((known) => new Map([...known, ...told.map((group) => [group.name, group] as const)]))
      }
    }
    ask().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
    })
    return () => void (over = true)
  }, [names, when])
  return when ? details : undefined
}
