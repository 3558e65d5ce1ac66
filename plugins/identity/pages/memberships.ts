import { call } from 'stowage/web'
import { identity } from '../contract.ts'
import { mergeEdit } from './merge-edit.ts'

/** Changes a user's groups. The call replaces status and groups, so the edit is merged into their current state. */
export const setGroups = async (name: string, before: readonly string[], chosen: readonly string[]) => {
  const query = { name }
  const { status, memberOf } = await call(identity.user, { query })
  await call(identity.updateUser, { query, body: { status, groups: mergeEdit(before, chosen, memberOf) } })
}

/** Removes users from a group, keeping concurrent changes of other members. */
const removeFromGroup = async (name: string, users: readonly string[]) => {
  const query = { name }
  const { members, status } = await call(identity.group, { query })
  await call(identity.updateGroup, {
    query,
    body: { status, members: members.filter((member) => !users.includes(member)) },
  })
}

/**
 * Returns the undo action of adding users to groups, if a single request can do it: with one group or one user. It does
 * not remove earlier members.
 */
const undoOf = async (users: readonly string[], groups: readonly string[]) => {
  const [user = '', ...others] = users
  const [group = '', ...more] = groups
  if (more.length === 0) {
    const { members } = await call(identity.group, { query: { name: group } })
    return () =>
      removeFromGroup(
        group,
        users.filter((name) => !members.includes(name)),
      )
  }
  if (others.length > 0) return undefined
  const { memberOf } = await call(identity.user, { query: { name: user } })
  return () => setGroups(user, [...memberOf, ...groups], memberOf)
}

/** Adds users to groups without removing any; resolves to the undo action, if there is one. */
export const addToGroups = async (users: readonly string[], groups: string[]) => {
  // an account that may not read a group cannot undo the change either
  const back = await undoOf(users, groups).catch(() => undefined)
  await call(identity.addToGroups, { body: { users: [...users], groups } })
  return back
}
