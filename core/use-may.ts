import { core } from './calls.ts'
import type { Action } from './contract.ts'
import { refusalFor } from './needs.ts'
import { useSession } from './session.ts'
import { useCall } from './use-call.ts'

/** What somebody may want to do: an action, and where, in the words of `core.hasPermission`. */
export type Wanted = { action: Action; bucket?: string; object?: string; namespace?: string }

/** The last answer to the same questions, for whatever object: the next folder of a bucket most likely has the same. */
const lately = new Map<string, Readonly<Record<string, boolean>>>()

/**
 * Whether the account may do things, by the names that they are asked under. Until it is known they are offered: hiding
 * is for people, the engine decides on every call again.
 */
export const useMay = <Id extends string>(wanted: Readonly<Record<Id, Wanted>>): Readonly<Record<Id, boolean>> => {
  const { account } = useSession()
  const all = Object.entries<Wanted>(wanted)
  const { data } = useCall(core.hasPermission, {
    body: {
      actions: all.map(([id, { action, bucket = '', object = '', namespace }]) => ({
        id,
        action,
        bucket_name: bucket,
        object,
        ...(namespace && { namespace }),
      })),
    },
  })
  const alike = JSON.stringify([
    account,
    all.map(([id, { action, bucket, namespace }]) => [id, action, bucket, namespace]),
  ])
  if (data) lately.set(alike, Object.fromEntries(data.permissions.map(({ id, can }) => [id, can])))
  const answer = lately.get(alike)
  return Object.fromEntries(all.map(([id]) => [id, answer?.[id] ?? true])) as Record<Id, boolean>
}

/**
 * Tells why the account may not do something that takes all of these: which action is missing, on what. Nothing where
 * it may, or it is not known yet. Give it to whatever is disabled by it.
 */
export const useRefusals = <Id extends string>(wanted: Readonly<Record<Id, Wanted>>) => {
  const may = useMay(wanted)
  return (...ids: readonly Id[]) => refusalFor(ids.filter((id) => !may[id]).map((id) => wanted[id]))
}
