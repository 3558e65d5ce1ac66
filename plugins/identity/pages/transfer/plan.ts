import type { Accounts, AccountSet } from './file.ts'
import * as messages from '../../messages.ts'

type Status = Accounts['users'][number]['status']

/** One change of an import and the data to apply it; `texts` describes it. */
export type Change = { name: string; how: 'new' | 'changed'; texts: string[] } & (
  | { kind: 'policy'; document: Accounts['policies'][number]['document'] }
  | { kind: 'group'; status: Status; policies: string[]; before: Accounts['groups'][number] | undefined }
  | {
      kind: 'user'
      status: Status
      policies: string[]
      groups: string[]
      before: Accounts['users'][number] | undefined
    }
)

/** Changes of an import in an order that works, and the number of unchanged entries. */
export type Plan = { changes: Change[]; same: number }

const canonicalOrder = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(canonicalOrder).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, values]) => [key, canonicalOrder(values)]),
  )
}

const lists = ['Action', 'NotAction', 'Resource', 'NotResource']

/** Canonical form of a policy for comparison: a single text equals a list of one, and lists are sets. */
export const canonicalPolicy = (document: Record<string, unknown>) => {
  const statements = [document.Statement]
    .flat()
    .map((statement) =>
      typeof statement === 'object' && statement !== null
        ? Object.fromEntries(
            Object.entries(statement).map(([key, value]) => [key, lists.includes(key) ? [value].flat() : value]),
          )
        : statement,
    )
  return JSON.stringify(canonicalOrder({ ...document, Statement: statements }))
}

/** Describes which names are added to a list and removed from it. */
export const describeDifferences = (noun: string, before: readonly string[], after: readonly string[]) => {
  const [removed, added] = [
    before.filter((name) => !after.includes(name)),
    after.filter((name) => !before.includes(name)),
  ]
  return [
    ...(added.length > 0 ? [`${noun} + ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`${noun} − ${removed.join(', ')}`] : []),
  ]
}

/** Describes a change of status. */
export const describeStatus = (status: Status | undefined, next: Status) =>
  status === next ? [] : [next === 'enabled' ? 'enabled' : 'disabled']

/** Computes the changes that a file would make. Nothing is ever deleted: entries missing in the file stay. */
export const planImport = (current: AccountSet, file: AccountSet): Plan => {
  const policies = new Map(current.policies.map((policy) => [policy.name, canonicalPolicy(policy.document)]))
  const groups = new Map(current.groups.map((group) => [group.name, group]))
  const users = new Map(current.users.map((user) => [user.accessKey, user]))
  const changes: Change[] = []
  for (const { name, document } of file.policies) {
    const before = policies.get(name)
    if (before === canonicalPolicy(document)) continue
    changes.push({
      kind: 'policy',
      name,
      document,
      how: before === undefined ? 'new' : 'changed',
      texts: [before === undefined ? 'is added' : messages.policyReplacedByImport],
    })
  }
  for (const { name, status, policies: policyNames } of file.groups) {
    const before = groups.get(name)
    const texts = [
      ...describeStatus(before?.status ?? 'enabled', status),
      ...describeDifferences('policies', before?.policies ?? [], policyNames),
    ]
    if (before && texts.length === 0) continue
    changes.push({ kind: 'group', name, status, policies: policyNames, before, how: before ? 'changed' : 'new', texts })
  }
  for (const { accessKey: name, status, policies: policyNames, groups: of } of file.users) {
    const before = users.get(name)
    const texts = [
      ...(before ? [] : ['gets new credentials']),
      ...describeStatus(before?.status ?? 'enabled', status),
      ...describeDifferences('policies', before?.policies ?? [], policyNames),
      ...describeDifferences('groups', before?.groups ?? [], of),
    ]
    if (before && texts.length === 0) continue
    changes.push({
      kind: 'user',
      name,
      status,
      policies: policyNames,
      groups: of,
      before,
      how: before ? 'changed' : 'new',
      texts,
    })
  }
  return { changes, same: file.policies.length + file.groups.length + file.users.length - changes.length }
}

/** Names that the file assigns and that are neither in it nor in the storage. */
export const missingNames = (current: AccountSet, file: AccountSet): string[] => {
  const policies = new Set([...current.policies, ...file.policies].map(({ name }) => name))
  const policyNames = [...file.groups, ...file.users].flatMap((one) => one.policies)
  return [...new Set(policyNames)].filter((name) => !policies.has(name)).sort()
}

/** Unique key of a change in a plan. */
export const keyOf = ({ kind, name }: Pick<Change, 'kind' | 'name'>) => `${kind} ${name}`

/** The part of a file that contains only the selected changes. */
export const selectChanges = (current: AccountSet, file: AccountSet, picked: ReadonlySet<string>): AccountSet => ({
  policies: file.policies.filter(
    ({ name }) =>
      picked.has(keyOf({ kind: 'policy', name })) || current.policies.some((policy) => policy.name === name),
  ),
  groups: file.groups.filter(({ name }) => picked.has(keyOf({ kind: 'group', name }))),
  users: file.users.filter(({ accessKey: name }) => picked.has(keyOf({ kind: 'user', name }))),
})
