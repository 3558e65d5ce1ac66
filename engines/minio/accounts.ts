import * as v from 'valibot'
import { type Admin, entriesOf } from './admin.ts'
import { hasCode, unless } from './caller.ts'

const Status = v.picklist(['enabled', 'disabled'])

/** Policy names come in one text, comma-separated. */
const Names = v.pipe(
  v.optional(v.string(), ''),
  v.transform((names) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
)

const Members = v.pipe(
  v.nullish(v.array(v.string()), []),
  v.transform((names) => [...(names ?? [])].sort()),
)

/** Of people of a directory, which decides itself whom it lets in, the server tells no status. */
const UserStatus = v.union([
  Status,
  v.pipe(
    v.literal(''),
    v.transform(() => 'enabled' as const),
  ),
])

const User = v.pipe(
  v.object({ status: UserStatus, policyName: Names, memberOf: Members }),
  v.transform(({ status, policyName, memberOf }) => ({ status, policies: policyName, groups: memberOf })),
)

const Group = v.pipe(
  v.object({ status: Status, policy: Names, members: Members }),
  v.transform(({ policy, ...group }) => ({ ...group, policies: policy })),
)

/** A user of the server: its status, its own policies and its groups. 404 for nobody (minio-server 3.3). */
export const readUser = (admin: Admin, name: string) =>
  admin.read(User, { method: 'GET', name: 'user-info', needs: 'admin:GetUser', query: { accessKey: name } })

/**
 * Who else than its owner keeps an account's password: the names that directories give are no access keys, root is no
 * user.
 */
export const passwordOf = async (admin: Admin, account: string): Promise<'operator' | 'directory' | undefined> => {
  if (/[=,]/.test(account)) return 'directory'
  try {
    await readUser(admin, account)
  } catch (error) {
    if (hasCode(error, 'XMinioAdminNoSuchUser', 'XMinioIAMActionNotAllowed')) return 'operator'
  }
  return undefined
}

/** All users by name. */
export const readUsers = (admin: Admin) =>
  admin.read(entriesOf(User), { method: 'GET', name: 'list-users', needs: 'admin:ListUsers' })

const Entities = v.object({
  groupMappings: v.nullish(v.array(v.object({ policies: v.nullish(v.array(v.string()), []) })), []),
})

/** The policies of a group; the server tells them elsewhere, too, and there while the group is disabled as well. */
const attachedTo = async (admin: Admin, name: string) => {
  const call = { method: 'GET', name: 'idp/builtin/policy-entities', query: { group: name } } as const
  const found = await unless(admin.read(Entities, call), ['AccessDenied'], undefined)
  return (found?.groupMappings ?? []).flatMap(({ policies }) => policies ?? [])
}

/** A group of the server (minio-server 3.4). */
export const readGroup = async (admin: Admin, name: string) => {
  const group = await admin.read(Group, {
    method: 'GET',
    name: 'group',
    needs: 'admin:GetGroup',
    query: { group: name },
  })
  return group.status === 'disabled' && group.policies.length === 0
    ? { ...group, policies: await attachedTo(admin, name) }
    : group
}
