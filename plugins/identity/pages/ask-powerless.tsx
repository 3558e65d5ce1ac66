import { call } from 'stowage/web'
import { Failure, shown } from 'stowage'
import { confirm } from 'stowage/ui'
import { identity } from '../contract.ts'

type Rights = { policies: readonly string[]; groups: readonly string[] }

/** Whether a group gives rights, or may: one that cannot be looked at is given the benefit of the doubt. */
const givesRights = (name: string) =>
  call(identity.group, { query: { name } }).then(
    ({ policy }) => policy !== '',
    (error: unknown) => !(error instanceof Failure && error.status === 404),
  )

/**
 * Asks whether a user is to be saved with no right at all, where these policies and groups give none; true to go on.
 */
export const askPowerless = async (user: string, { policies, groups }: Rights) => {
  if (policies.length > 0) return true
  if ((await Promise.all(groups.map(givesRights))).some(Boolean)) return true
  return confirm({
    title: 'Save without any policy?',
    body: (
      <p>
        <strong>{shown(user)}</strong> could sign in, but see and do nothing
        {groups.length > 0 ? ': the chosen groups have no policy either.' : ', until a policy or a group is assigned.'}
      </p>
    ),
    tone: 'primary',
    verb: 'Save Without Policy',
  })
}
