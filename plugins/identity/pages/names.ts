import { useMemo } from 'react'
import type { Failure } from 'stowage'
import { useCall, useSession } from 'stowage/web'
import { policies } from 'stowage/plugins/policies'
import { identity } from '../contract.ts'
import { policySummary } from './policy-summary.ts'
import * as messages from '../messages.ts'

/**
 * Names to choose from; `undefined` while loading, or if `missing` says why they cannot be listed. `hintOf` is shown
 * next to a name.
 */
export type Names = {
  all: readonly string[] | undefined
  missing?: string | undefined
  hintOf?: (name: string) => string | undefined
}

const hintsOf = <Thing>(
  items: readonly Thing[] | undefined,
  nameOf: (thing: Thing) => string,
  hintOf: (thing: Thing) => string | undefined,
) => {
  const hints = new Map(items?.map((thing) => [nameOf(thing), hintOf(thing)]))
  return (name: string) => hints.get(name)
}

const reason = (list: string, action: string, error: Failure | undefined) => {
  if (!error) return undefined
  const cause = error.status === 403 ? messages.notAllowed(action) : error.message
  return messages.cannotListTypeNames(list, cause)
}

export const useGroupNames = (): Names => {
  const { data, error } = useCall(identity.groups)
  return { all: data?.groups, missing: reason('groups', 'admin:ListGroups', error) }
}

/** Access keys of all users. */
export const useUserNames = (): Names => {
  const { data, error } = useCall(identity.users)
  const hintOf = useMemo(
    () =>
      hintsOf(
        data?.users,
        ({ accessKey }) => accessKey,
        ({ status, memberOf }) =>
          [status === 'disabled' ? 'Disabled' : '', memberOf.join(', ')].filter(Boolean).join(' · ') || undefined,
      ),
    [data],
  )
  return { all: data?.users.map((user) => user.accessKey), missing: reason('users', 'admin:ListUsers', error), hintOf }
}

/** Names of at most 1,000 policies (spec/1 section 9); none without the policies plugin. */
export const usePolicyNames = (): Names => {
  const on = useSession().plugins.includes('policies')
  const { data, error } = useCall(policies.list, { query: { limit: '1000' } }, { when: on })
  const hintOf = useMemo(
    () =>
      hintsOf(
        data?.policies,
        ({ name }) => name,
        ({ policy }) => policySummary(policy),
      ),
    [data],
  )
  return {
    hintOf,
    all: data?.policies.map((policy) => policy.name),
    missing: on ? reason('policies', 'admin:ListUserPolicies', error) : messages.policiesNotListed,
  }
}
