import * as v from 'valibot'
import { type Admin, entriesOf } from './admin.ts'
import { hasCode, fallbackOn } from '../s3/has-code.ts'

const Status = v.picklist(['enabled', 'disabled'])

/** Policy names are comma-separated. */
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

/** The server reports no status for directory users, whose access the directory decides. */
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

/** A user: status, own policies and groups. Throws 404 if it does not exist (minio-server 3.3). */
export const readUser = (admin: Admin, name: string) =>
  admin.read(User, { method: 'GET', name: 'user-info', needs: 'admin:GetUser', query: { accessKey: name } })

/**
 * Who manages an account's password if not its owner. Directory names are not valid access keys, and root is not a
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

export const readUsers = (admin: Admin) =>
  admin.read(entriesOf(User), { method: 'GET', name: 'list-users', needs: 'admin:ListUsers' })

const Entities = v.object({
  groupMappings: v.nullish(v.array(v.object({ policies: v.nullish(v.array(v.string()), []) })), []),
})

/** Policies of a group. This call also returns them while the group is disabled. */
const attachedTo = async (admin: Admin, name: string) => {
  const call = { method: 'GET', name: 'idp/builtin/policy-entities', query: { group: name } } as const
  const entities = await fallbackOn(admin.read(Entities, call), ['AccessDenied'], undefined)
  return (entities?.groupMappings ?? []).flatMap(({ policies }) => policies ?? [])
}

/** A group (minio-server 3.4). */
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
