import { canOpenPage, call } from 'stowage/web'
import { encodeSegment, displayName } from 'stowage'
import { confirmDelete, deleteAll } from 'stowage/ui'
import { identity } from '../contract.ts'
import { Warnings, warningsOf } from './last-administrator.tsx'
import * as messages from '../messages.ts'

let isLoading = false

/** Warnings before users are deleted; `undefined` while an earlier press loads its own. */
const warningsOnce = async (users: string[]) => {
  if (isLoading) return undefined
  isLoading = true
  try {
    return await warningsOf({ users })
  } finally {
    isLoading = false
  }
}

/** Confirms and deletes a user; resolves to true when deleted. */
export const deleteUser = async (name: string) => {
  const warnings = await warningsOnce([name])
  if (!warnings) return false
  return confirmDelete({
    noun: 'User',
    name,
    typed: true,
    body: (
      <>
        <p>
          This deletes the user <strong>{displayName(name)}</strong> with its service accounts and memberships, and ends
          its sessions.
        </p>
        <Warnings of={warnings} />
      </>
    ),
    run: () => call(identity.removeUser, { query: { name }, body: { id: name } }),
  })
}

/** Confirms and deletes a group; resolves to true when deleted. */
export const deleteGroup = (name: string) =>
  confirmDelete({
    noun: 'Group',
    name,
    typed: true,
    body: (
      <>
        This deletes the group <strong>{displayName(name)}</strong> and its policy assignments. A group that still has
        members cannot be deleted.
      </>
    ),
    remedy: canOpenPage('/groups/:groupName+')
      ? { label: 'See its members', href: `/groups/${encodeSegment(name)}` }
      : undefined,
    run: () => call(identity.removeGroup, { query: { name } }),
  })

/** Confirms and deletes a service account; resolves to true when deleted. */
export const deleteAccount = (accessKey: string) =>
  confirmDelete({
    noun: 'Service Account',
    title: 'Delete ServiceAccount',
    name: accessKey,
    body: (
      <>
        This deletes the service account <strong>{displayName(accessKey)}</strong>. Applications that use it stop
        working immediately.
      </>
    ),
    run: () => call(identity.removeAccount, { params: { accessKey } }),
  })

/** Confirms and deletes several users; resolves to true if at least one was deleted. */
export const deleteUsers = async (names: readonly string[]) => {
  const warnings = await warningsOnce([...names])
  if (!warnings) return false
  return deleteAll({
    noun: { one: 'user', many: 'users' },
    items: names,
    consequence: [messages.deleteUsersHelp, ...warnings].join(' '),
    remove: (name) => call(identity.removeUser, { query: { name }, body: { id: name } }),
  })
}

/** Confirms and deletes several groups; resolves to true if at least one was deleted. */
export const deleteGroups = (names: readonly string[]) =>
  deleteAll({
    noun: { one: 'group', many: 'groups' },
    items: names,
    consequence: messages.deleteGroupsHelp,
    remove: (name) => call(identity.removeGroup, { query: { name } }),
  })

/** Confirms and deletes several service accounts; resolves to true if at least one was deleted. */
export const deleteAccounts = (accessKeys: readonly string[]) =>
  deleteAll({
    noun: { one: 'service account', many: 'service accounts' },
    items: accessKeys,
    consequence: messages.deleteServiceAccountsHelp,
    remove: (accessKey) => call(identity.removeAccount, { params: { accessKey } }),
  })
