import { useEffect } from 'react'
import { displayName } from 'stowage'
import { Badges } from 'stowage/ui'
import { hidden } from 'stowage/classes'
import type { User } from '../contract.ts'
import type { DetailsOfGroups } from './use-group-details.ts'

type Policies = { names: string[]; isLoading: boolean }

/**
 * The policies that apply to a user: its own, then those of its groups as "policy (group)". A group that cannot be read
 * counts as "unknown (group)"; one that is disabled or was deleted meanwhile grants nothing.
 */
export const effectivePolicies = (
  { policy, memberOf }: Pick<User, 'policy' | 'memberOf'>,
  details: DetailsOfGroups | undefined,
): Policies => {
  const names = [...policy]
  let isLoading = false
  for (const group of memberOf) {
    const groupDetails = details?.get(group)
    if (groupDetails?.status === 'enabled')
      names.push(...groupDetails.policies.filter((name) => !policy.includes(name)).map((name) => `${name} (${group})`))
    else if (!groupDetails && details?.state === 'loading') isLoading = true
    else if (!groupDetails && details?.state !== 'loaded') names.push(`unknown (${group})`)
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
