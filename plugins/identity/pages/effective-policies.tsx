import { useEffect } from 'react'
import { displayName } from 'stowage'
import { Badges } from 'stowage/ui'
import { hidden } from 'stowage/classes'
import type { User } from '../contract.ts'
import * as messages from '../messages.ts'
import type { DetailsOfGroups } from './use-group-details.ts'

type Policies = { names: string[]; isLoading: boolean }

/**
 * The policies that apply to a user: its own, then those of its groups as "policy (group)". A group that cannot be read
 * counts as "unknown (group)"; one that was deleted meanwhile grants nothing, and with a disabled one none applies.
 */
export const effectivePolicies = (
  { policy, memberOf }: Pick<User, 'policy' | 'memberOf'>,
  details: DetailsOfGroups | undefined,
): Policies => {
  const disabled = memberOf.find((group) => details?.get(group)?.status === 'disabled')
  if (disabled !== undefined) return { names: [messages.noneByDisabledGroup(disabled)], isLoading: false }
  const names = [...policy]
  let isLoading = false
  for (const group of memberOf) {
    const groupDetails = details?.get(group)
    if (groupDetails)
      names.push(...groupDetails.policies.filter((name) => !policy.includes(name)).map((name) => `${name} (${group})`))
    else if (details?.state === 'loading') isLoading = true
    else if (details?.state !== 'loaded') names.push(`unknown (${group})`)
  }
  return { names, isLoading }
}

const LoadingPolicies = ({
  user,
  names,
  prefer,
}: {
  user: User
  names: string[]
  prefer: DetailsOfGroups['prefer']
}) => {
  useEffect(() => {
    for (const group of user.memberOf) prefer(group)
  }, [prefer, user])
  return (
    <>
      {names.length > 0 && <Badges items={names.map(displayName)} />}
      <span aria-hidden>…</span>
      <span className={hidden}>loading</span>
    </>
  )
}

/** The policies that apply to a user, as badges; `undefined` if there are none. */
export const policiesCell = (user: User, details: DetailsOfGroups | undefined) => {
  const { names, isLoading } = effectivePolicies(user, details)
  if (details && isLoading) return <LoadingPolicies user={user} names={names} prefer={details.prefer} />
  return names.length > 0 ? <Badges items={names.map(displayName)} /> : undefined
}
