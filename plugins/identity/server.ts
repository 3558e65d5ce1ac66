import { Failure, filterMatches } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { IdentityBackend } from './backend.ts'
import { identity, type Page, pages, type Role, type ServiceAccount, type Status, titleOf } from './contract.ts'
import { sections } from './sections.ts'
import * as messages from './messages.ts'

/** Maximum size of an accounts archive in bytes; it is buffered, as the storage server does. */
const MAX_ARCHIVE = 20 * 1024 * 1024

const keysOf = (accounts: readonly ServiceAccount[]) => accounts.map(({ accessKey }) => accessKey)

/** Policies can only be set while a user is enabled: before disabling, or after enabling. */
const updateUser = async (
  backend: IdentityBackend,
  name: string,
  {
    policies,
    ...change
  }: { status: Status; groups: string[]; policies?: string[] | undefined; role?: Role | undefined },
) => {
  // clients of the former console send an empty list with every change
  if (!policies?.length) return backend.updateUser(name, change)
  const before = await backend.user(name)
  const isSame = policies.toSorted().join() === before.policy.toSorted().join()
  if (isSame) return backend.updateUser(name, change)
  const setPolicies = () => backend.setPolicy({ type: 'user', name }, policies)
  if (before.status === 'enabled') await setPolicies()
  await backend.updateUser(name, change)
  if (before.status === 'disabled') await setPolicies()
  return backend.user(name)
}

export default {
  id: 'identity',
  pages,
  sections,
  needs: {
    '/users': 'users',
    '/users/:userName+': 'users',
    '/groups': 'groups',
    '/groups/:groupName+': 'groups',
    '/account': 'access-keys',
    '/account/change-password': 'passwords',
    '/account/create': 'account-changes',
  },
  routes: serve(identity, {
    users: async ({ backend }) => ({ users: await backend.users() }),
    addUser: ({ backend, body }) => backend.addUser(body),
    user: ({ backend, query }) => backend.user(query.name),
    updateUser: ({ backend, query, body }) => updateUser(backend, query.name, body),
    setUserGroups: async ({ backend, query, body }) => {
      const { status } = await backend.user(query.name)
      return backend.updateUser(query.name, { status, groups: body.groups })
    },
    removeUser: ({ backend, query }) => backend.removeUser(query.name),
    addToGroups: ({ backend, body }) => backend.addToGroups(body.users, body.groups),
    accounts: async ({ backend }) => keysOf(await backend.accounts()),
    accountDetails: ({ backend }) => backend.accounts(),
    addAccount: ({ backend, body }) => backend.addAccount(body),
    addAccountWithKeys: ({ backend, body }) => backend.addAccount(body),
    account: ({ backend, params }) => backend.account(params.accessKey),
    updateAccount: ({ backend, params, body }) => backend.updateAccount(params.accessKey, body),
    removeAccount: ({ backend, params }) => backend.removeAccount(params.accessKey),
    userAccounts: async ({ backend, params }) => keysOf(await backend.accounts(params.name)),
    userAccountDetails: ({ backend, params }) => backend.accounts(params.name),
    addUserAccount: ({ backend, params, body }) => backend.addAccount(body, params.name),
    addUserAccountWithKeys: ({ backend, params, body }) => backend.addAccount(body, params.name),
    changePassword: async ({ backend, account, body, throttleAttempts, signIn }) => {
      await throttleAttempts(() => backend.changePassword(body.current_secret_key, body.new_secret_key))
      return signIn({ accessKey: account, secretKey: body.new_secret_key })
    },
    changeUserPassword: async ({ backend, body }) => ({
      sessions: await backend.setPassword(body.selectedUser, body.newSecretKey),
    }),
    groups: async ({ backend }) => {
      const groups = await backend.groups()
      return { groups, total: groups.length }
    },
    addGroup: ({ backend, body }) => backend.addGroup(body.group, body.members),
    groupDetails: ({ backend, body }) => backend.groupDetails(body.groups),
    group: ({ backend, query }) => backend.group(query.name),
    updateGroup: ({ backend, query, body }) => backend.updateGroup(query.name, body),
    removeGroup: ({ backend, query }) => backend.removeGroup(query.name),
    setPolicy: ({ backend, body }) => backend.setPolicy({ type: body.entityType, name: body.entityName }, body.name),
    setPolicies: async ({ backend, body }) => {
      for (const name of body.users) await backend.setPolicy({ type: 'user', name }, body.name)
      for (const name of body.groups) await backend.setPolicy({ type: 'group', name }, body.name)
    },
    sessionLength: async ({ backend }) => ({ hours: await backend.sessionLength() }),
    setSessionLength: ({ backend, body }) => backend.setSessionLength(body.hours),
    archive: async ({ backend, signal }) => ({
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="iam.zip"',
        'cache-control': 'no-store',
      },
      body: await backend.archive(signal),
    }),
    importArchive: async ({ backend, files }) => {
      const parts: Uint8Array[] = []
      let [size, count] = [0, 0]
      for await (const { body } of files) {
        count += 1
        if (count > 1) throw new Failure(422, 'Send one archive')
        for await (const part of body) {
          size += part.length
          if (size > MAX_ARCHIVE) throw new Failure(413, messages.archiveTooLarge(MAX_ARCHIVE / 2 ** 20))
          parts.push(part)
        }
      }
      return { failed: await backend.importArchive(Buffer.concat(parts)) }
    },
    findUsers: async ({ backend, query }) => {
      const users = (await backend.users()).map(({ accessKey, status }) => ({ accessKey, status }))
      return filterMatches(users, query.text, ({ accessKey }) => accessKey)
    },
    findGroups: async ({ backend, query }) => filterMatches(await backend.groups(), query.text, (name) => name),
    findAccounts: async ({ backend, query }) => filterMatches(await backend.accounts(), query.text, titleOf),
    findOthersAccounts: async ({ backend, query }) =>
      filterMatches(await backend.othersAccounts(), query.text, titleOf),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
    s3: () => import('./s3/index.ts'),
  },
} satisfies ServerPlugin<Page, IdentityBackend>
