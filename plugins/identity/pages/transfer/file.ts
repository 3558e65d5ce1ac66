import * as v from 'valibot'
import { Failure, list, limits, text } from 'stowage'
import { AccessKey, GroupName, Status } from '../../contract.ts'
import * as messages from '../../messages.ts'

const FORMAT = 'stowage-accounts'

/** Maximum size of a file in bytes. */
export const MAX_BYTES = 20 * 1024 * 1024

const names = list(text(limits.name), 1000)

const Policy = v.object({
  name: v.pipe(text(limits.name), v.minLength(1, 'A policy has a name')),
  document: v.record(v.string(), v.unknown()),
})
const Group = v.object({ name: GroupName, status: Status, policies: names })
const User = v.object({ accessKey: AccessKey, status: Status, policies: names, groups: names })

/** Users, groups, policies and assignments. Contains no secrets, and therefore no service accounts. */
export const Accounts = v.object({
  format: v.literal(FORMAT, `It is no export of accounts: "format" is not "${FORMAT}"`),
  version: v.literal(1, 'It was exported by a newer console'),
  exported: v.string(),
  policies: list(Policy, 20_000),
  groups: list(Group, 20_000),
  users: list(User, 100_000),
})
export type Accounts = v.InferOutput<typeof Accounts>
export type AccountSet = Pick<Accounts, 'policies' | 'groups' | 'users'>

/** Serializes accounts in a stable order, so that two exports can be compared. */
export const serializeAccounts = ({ policies, groups, users }: AccountSet, now: Date): string => {
  const by = <Item>(items: readonly Item[], nameOf: (item: Item) => string) =>
    items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  const accounts: Accounts = {
    format: FORMAT,
    version: 1,
    exported: now.toISOString(),
    policies: by(policies, ({ name }) => name),
    groups: by(groups, ({ name }) => name).map((group) => ({ ...group, policies: group.policies.toSorted() })),
    users: by(users, ({ accessKey }) => accessKey).map((user) => ({
      ...user,
      policies: user.policies.toSorted(),
      groups: user.groups.toSorted(),
    })),
  }
  return `${JSON.stringify(accounts, null, 2)}\n`
}

const twice = (all: readonly string[]) => all.find((name, at) => all.indexOf(name) !== at)

const namedTwice = ({ policies, groups, users }: AccountSet) => {
  const kinds = [
    ['policy', policies.map(({ name }) => name)],
    ['group', groups.map(({ name }) => name)],
    ['user', users.map(({ accessKey }) => accessKey)],
  ] as const
  for (const [kind, all] of kinds) {
    const sorted = all.toSorted()
    const name = twice(sorted.filter((one, at) => one === sorted[at + 1] || one === sorted[at - 1]))
    if (name !== undefined) return messages.appearsTwice(kind, name)
  }
  return undefined
}

const wrong = (detail: string) => new Failure(422, 'This file cannot be imported', { detail })

/** Parses a file. Throws `Failure` 422 with the position and the problem. */
export const parseAccounts = (content: string): Accounts => {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw wrong(`It is no JSON: ${(error as Error).message}`)
  }
  const { issues, output } = v.safeParse(Accounts, value)
  if (issues) throw wrong(`${v.getDotPath(issues[0]) ?? 'The file'}: ${issues[0].message}`)
  const doubled = namedTwice(output)
  if (doubled) throw wrong(doubled)
  return output
}
