import * as v from 'valibot'
import { type Admin, entriesOf } from './admin.ts'

const Status = v.picklist(['enabled', 'disabled'])

/** Policy names come in one text, comma-separated. */
const Names = v.pipe(
  v.optional(v.string(), ''),
  v.transform((names) => names.split(',').map((name) => name.trim()).filter(Boolean)),
)

const Members = v.pipe(
  v.nullish(v.array(v.string()), []),
  v.transform((names) => [...(names ?? [])].sort()),
)

const User = v.pipe(
  v.object({ status: Status, policyName: Names, memberOf: Members }),
  v.transform(({ status, policyName, memberOf }) => ({ status, policies: policyName, groups: memberOf })),
)

const Group = v.pipe(
  v.object({ status: Status, policy: Names, members: Members }),
  v.transform(({ policy, ...group }) => ({ ...group, policies: policy })),
)

/** A user of the server: its status, its own policies and its groups. 404 for nobody (minio-server 3.3). */
export const readUser = (admin: Admin, name: string) =>
  admin.read(User, { method: 'GET', name: 'user-info', needs: 'admin:GetUser', query: { accessKey: name } })

/** All users by name. */
export const readUsers = (admin: Admin) => admin.read(entriesOf(User), { method: 'GET', name: 'list-users', needs: 'admin:ListUsers' })

/** A group of the server (minio-server 3.4). */
export const readGroup = (admin: Admin, name: string) =>
  admin.read(Group, { method: 'GET', name: 'group', needs: 'admin:GetGroup', query: { group: name } })
