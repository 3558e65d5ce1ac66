import * as v from 'valibot'
import { Failure } from 'stowage'
import type { AccountSet } from './file.ts'
import { describeDifferences, canonicalPolicy, describeStatus } from './plan.ts'
import { unzip } from './unzip.ts'
import * as messages from '../../messages.ts'

/** Effect of one entry of the server's archive. */
export type ArchiveChange = {
  kind: 'policy' | 'group' | 'user' | 'service account'
  name: string
  how: 'new' | 'changed' | 'deleted'
  texts: string[]
}

const names = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
)
const Mapped = v.record(v.string(), v.object({ policy: names }))

const Policies = v.record(v.string(), v.record(v.string(), v.unknown()))
const Users = v.record(v.string(), v.object({ status: v.optional(v.string(), 'enabled') }))
const Groups = v.record(v.string(), v.object({ members: v.nullish(v.array(v.string()), []) }))
const Accounts = v.record(v.string(), v.object({ parent: v.optional(v.string(), '') }))

/** Contents of an archive, without secrets. */
export type Archive = {
  policies: v.InferOutput<typeof Policies>
  users: v.InferOutput<typeof Users>
  groups: v.InferOutput<typeof Groups>
  accounts: v.InferOutput<typeof Accounts>
  ofUsers: v.InferOutput<typeof Mapped>
  ofGroups: v.InferOutput<typeof Mapped>
}

/** Reads the storage server's own archive. Throws `Failure` 422 with the problem. */
export const readArchive = async (bytes: Uint8Array<ArrayBuffer>): Promise<Archive> => {
  const wrong = (detail: string) => new Failure(422, 'This archive cannot be imported', { detail })
  const files = await unzip(bytes).catch((error: Error) => {
    throw wrong(error.message)
  })
  if (![...files.keys()].some((name) => name.startsWith('iam-assets/'))) throw wrong(messages.notArchive)
  const read = <S extends v.GenericSchema>(schema: S, name: string): v.InferOutput<S> => {
    const { issues, output } = v.safeParse(
      v.pipe(v.string(), v.parseJson(), v.nullable(schema)),
      files.get(`iam-assets/${name}`) ?? '{}',
    )
    if (issues) throw wrong(`${name}: ${[v.getDotPath(issues[0]), issues[0].message].filter(Boolean).join(': ')}`)
    return output ?? {}
  }
  return {
    policies: read(Policies, 'policies.json'),
    users: read(Users, 'users.json'),
    groups: read(Groups, 'groups.json'),
    accounts: read(Accounts, 'svcaccts.json'),
    ofUsers: read(Mapped, 'user_mappings.json'),
    ofGroups: read(Mapped, 'group_mappings.json'),
  }
}

/** The server treats a policy without statements as deleted. */
const isEmpty = ({ Statement }: Record<string, unknown>) => [Statement ?? []].flat().length === 0

/** The effects of importing an archive: the server imports all of it and overwrites existing entries. */
export const archiveChanges = (
  current: AccountSet,
  { policies, users, groups, accounts, ofUsers, ofGroups }: Archive,
): ArchiveChange[] => {
  const existing = {
    policies: new Map(current.policies.map((policy) => [policy.name, canonicalPolicy(policy.document)])),
    groups: new Map(current.groups.map((group) => [group.name, group])),
    users: new Map(current.users.map((user) => [user.accessKey, user])),
  }
  const changes: ArchiveChange[] = []
  for (const [name, document] of Object.entries(policies)) {
    const before = existing.policies.get(name)
    if (isEmpty(document)) {
      if (before !== undefined)
        changes.push({ kind: 'policy', name, how: 'deleted', texts: [messages.policyDeletedByImport] })
    } else if (before === undefined) changes.push({ kind: 'policy', name, how: 'new', texts: ['is added'] })
    else if (before !== canonicalPolicy(document))
      changes.push({ kind: 'policy', name, how: 'changed', texts: [messages.policyReplacedByImport] })
  }
  for (const name of new Set([...Object.keys(groups), ...Object.keys(ofGroups)])) {
    const before = existing.groups.get(name)
    const members = current.users.filter((user) => user.groups.includes(name)).map(({ accessKey }) => accessKey)
    const texts = [
      ...describeDifferences('members', members, [...new Set([...members, ...(groups[name]?.members ?? [])])]),
      ...describeDifferences('policies', before?.policies ?? [], ofGroups[name]?.policy ?? before?.policies ?? []),
    ]
    if (!before || texts.length > 0) changes.push({ kind: 'group', name, how: before ? 'changed' : 'new', texts })
  }
  for (const name of new Set([...Object.keys(users), ...Object.keys(ofUsers)])) {
    const [before, user] = [existing.users.get(name), users[name]]
    const status =
      user && describeStatus(before?.status ?? 'enabled', user.status === 'disabled' ? 'disabled' : 'enabled')
    const texts = [
      ...(user ? [messages.passwordReplacedByImport] : []),
      ...(status ?? []),
      ...describeDifferences('policies', before?.policies ?? [], ofUsers[name]?.policy ?? before?.policies ?? []),
    ]
    if (texts.length > 0) changes.push({ kind: 'user', name, how: before ? 'changed' : 'new', texts })
  }
  for (const [name, { parent }] of Object.entries(accounts))
    changes.push({
      kind: 'service account',
      name,
      how: 'changed',
      texts: [messages.serviceAccountRecreatedByImport(parent || 'its user')],
    })
  return changes
}
