import { allows, call } from 'stowage/web'
import { segment, shown } from 'stowage'
import { confirm, removeAll } from 'stowage/ui'
import { identity } from '../contract.ts'
import { Warnings, warningsOf } from './last-administrator.tsx'

/** Asks, then deletes a user; true once it is gone. */
export const deleteUser = async (name: string) => {
  const warnings = await warningsOf({ users: [name] })
  return confirm({
    title: 'Delete User',
    body: (
      <>
        <p>
          This deletes the user <strong>{shown(name)}</strong> with its service accounts and memberships, and ends its
          sessions.
        </p>
        <Warnings of={warnings} />
      </>
    ),
    undo: 'never',
    typed: name,
    verb: 'Delete',
    busyVerb: 'Deleting',
    done: 'User successfully deleted',
    run: () => call(identity.removeUser, { query: { name }, body: { id: name } }),
  })
}

/** Asks, then deletes a group; true once it is gone. */
export const deleteGroup = (name: string) =>
  confirm({
    title: 'Delete Group',
    body: (
      <>
        This deletes the group <strong>{shown(name)}</strong> and its policy assignments. A group that still has members
        cannot be deleted.
      </>
    ),
    undo: 'never',
    typed: name,
    verb: 'Delete',
    busyVerb: 'Deleting',
    done: 'Group successfully deleted',
    remedy: allows('/groups/:groupName+') ? { label: 'See its members', href: `/groups/${segment(name)}` } : undefined,
    run: () => call(identity.removeGroup, { query: { name } }),
  })

/** Asks, then deletes a service account; true once it is gone. */
export const deleteAccount = (accessKey: string) =>
  confirm({
    title: 'Delete ServiceAccount',
    body: (
      <>
        This deletes the service account <strong>{shown(accessKey)}</strong>. Whatever signs in with it stops working at
        once.
      </>
    ),
    undo: 'never',
    verb: 'Delete',
    busyVerb: 'Deleting',
    done: 'Service account successfully deleted',
    run: () => call(identity.removeAccount, { params: { accessKey } }),
  })

/** Asks, then deletes several users; true once one is gone. */
export const deleteUsers = async (names: readonly string[]) => {
  const warnings = await warningsOf({ users: [...names] })
  return removeAll({
    noun: { one: 'user', many: 'users' },
    things: names,
    nameOf: (name) => name,
    consequence: ['Their service accounts and memberships go with them, and their sessions end.', ...warnings].join(
      ' ',
    ),
    remove: (name) => call(identity.removeUser, { query: { name }, body: { id: name } }),
  })
}

/** Asks, then deletes several groups; true once one is gone. */
export const deleteGroups = (names: readonly string[]) =>
  removeAll({
    noun: { one: 'group', many: 'groups' },
    things: names,
    nameOf: (name) => name,
    consequence: 'Their policy assignments go with them. A group that still has members is kept.',
    remove: (name) => call(identity.removeGroup, { query: { name } }),
  })

/** Asks, then deletes several service accounts; true once one is gone. */
export const deleteAccounts = (accessKeys: readonly string[]) =>
  removeAll({
    noun: { one: 'service account', many: 'service accounts' },
    things: accessKeys,
    nameOf: (accessKey) => accessKey,
    consequence: 'Whatever signs in with them stops working at once.',
    remove: (accessKey) => call(identity.removeAccount, { params: { accessKey } }),
  })
