import { call } from 'stowage/web'
import { Failure, displayName } from 'stowage'
import { confirm } from 'stowage/ui'
import { identity } from '../contract.ts'
import * as messages from '../messages.ts'

type Rights = { policies: readonly string[]; groups: readonly string[] }

/** Whether a group grants any permission; assumed for a group that cannot be read. */
const givesRights = (name: string) =>
  call(identity.group, { query: { name } }).then(
    ({ policy }) => policy !== '',
    (error: unknown) => !(error instanceof Failure && error.status === 404),
  )

/** Asks for confirmation if these policies and groups grant no permission; resolves to true to continue. */
export const confirmNoPermissions = async (user: string, { policies, groups }: Rights) => {
  if (policies.length > 0) return true
  if ((await Promise.all(groups.map(givesRights))).some(Boolean)) return true
  return confirm({
    title: messages.saveWithoutAnyPolicy,
    body: (
      <p>
        <strong>{displayName(user)}</strong> could sign in, but see and do nothing
        {groups.length > 0 ? ': the chosen groups have no policy either.' : ', until a policy or a group is assigned.'}
      </p>
    ),
    tone: 'primary',
    verb: 'Save Without Policy',
  })
}
