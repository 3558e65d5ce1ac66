import { call, showError } from 'stowage/web'
import { runForEach } from 'stowage/ui'
import { identity, type Status, type User } from '../contract.ts'

/**
 * Enables or disables a user. The call replaces the groups too, so the current ones are loaded: a page may be hours
 * old.
 */
export const setUserStatus = async (name: string, status: Status) => {
  const query = { name }
  const { memberOf } = await call(identity.user, { query })
  await call(identity.updateUser, { query, body: { status, groups: memberOf } })
}

/** The status to change to, and to return to on Undo. */
export const oppositeStatus = { enabled: 'disabled', disabled: 'enabled' } as const

/** Enables or disables several users and shows a message; its Undo reverts those that changed. */
export const setUserStatuses = (
  users: readonly Pick<User, 'accessKey' | 'status'>[],
  status: Status,
  onUndone: () => Promise<void>,
): Promise<void> =>
  runForEach({
    noun: { one: 'user', many: 'users' },
    items: users,
    nameOf: ({ accessKey }) => accessKey,
    act: ({ accessKey }) => setUserStatus(accessKey, status),
    done: status,
    undo: (done) => {
      const flipped = done.filter((user) => user.status !== status).map(({ accessKey }) => ({ accessKey, status }))
      void setUserStatuses(flipped, oppositeStatus[status], onUndone).then(onUndone)
    },
  }).catch(showError)
