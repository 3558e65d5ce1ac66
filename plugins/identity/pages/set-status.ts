import { sayFailure } from '../../../core/banners.ts'
import { call } from '../../../core/client.ts'
import { toEach } from '../../../core/ui/each.tsx'
import { identity, type Status } from '../contract.ts'

/** Enables or disables a user. The call replaces the groups too, so they are asked for anew: a page may be hours old. */
export const setStatus = async (name: string, status: Status) => {
  const query = { name }
  const { memberOf } = await call(identity.user, { query })
  await call(identity.updateUser, { query, body: { status, groups: memberOf } })
}

/** Enables or disables several users, and says so. */
export const setStatuses = (names: readonly string[], status: Status) =>
  toEach({
    noun: { one: 'user', many: 'users' },
    things: names,
    nameOf: (name) => name,
    act: (name) => setStatus(name, status),
    done: status,
  }).catch(sayFailure)
