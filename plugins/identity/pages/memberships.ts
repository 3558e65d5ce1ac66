import { call } from 'stowage/web'
import { identity } from '../contract.ts'
import { changed } from './changed.ts'

/**
 * Changes a user's groups. The call replaces status and groups, which others may have changed since the page was
 * opened.
 */
export const setGroups = async (name: string, before: readonly string[], chosen: readonly string[]) => {
  const query = { name }
  const { status, memberOf } = await call(identity.user, { query })
  await call(identity.updateUser, { query, body: { status, groups: changed(before, chosen, memberOf) } })
}

/** Takes users out of a group, whoever else is in it by now. */
const takeOut = async (name: string, users: readonly string[]) => {
  const query = { name }
  const { members, status } = await call(identity.group, { query })
  await call(identity.updateGroup, {
    query,
    body: { status, members: members.filter((member) => !users.includes(member)) },
  })
}

/**
 * How an addition of users to groups is taken back, where one change does: of one group, or of one user. It takes
 * nobody out who was in before.
 */
const wayBack = async (users: readonly string[], groups: readonly string[]) => {
  const [user = '', ...others] = users
  const [group = '', ...more] = groups
  if (more.length === 0) {
    const { members } = await call(identity.group, { query: { name: group } })
    return () =>
      takeOut(
        group,
        users.filter((name) => !members.includes(name)),
      )
  }
  if (others.length > 0) return undefined
  const { memberOf } = await call(identity.user, { query: { name: user } })
  return () => setGroups(user, [...memberOf, ...groups], memberOf)
}

/**
 * Adds users to groups, taking nobody out; gives what takes it back, where the account may do that and one change does.
 */
export const addToGroups = async (users: readonly string[], groups: string[]) => {
  // who may not look at a group cannot change it either
  const back = await wayBack(users, groups).catch(() => undefined)
  await call(identity.addToGroups, { body: { users: [...users], groups } })
  return back
}
