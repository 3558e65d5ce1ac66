import { createTimeSlice } from '../lib/time-slice.ts'
import { ignoresResource } from './actions.ts'
import type { Attached } from './audit.ts'
import type { PolicyDocument, Statement } from './document.ts'
import { globOf, matches } from './glob.ts'
import { withoutArn } from './evaluator.ts'
import { expandVariables, type ConditionContext } from './keys.ts'
import { accessAt, resourcePatternOf, rank, type Rules, prepareRules } from './resource-patterns.ts'
import { vocabulary } from './vocabulary.ts'

/** A user with the values of its policy variables and all its policies. */
export type UserWithPolicies = {
  name: string
  conditionContext: ConditionContext
  own: readonly Attached[]
  memberOf: readonly string[]
}

/** Actions at a resource that some accounts gain or lose through a change. */
type Change = {
  kind: 'gained' | 'lost' | 'changed'
  actions: string[]
  resource: string
  accounts: number
  /** Policies that allow it and are now overridden by a Deny. */
  overriddenPolicies: string[]
}

/** Effects of a policy change; `partial` if not all accounts or permissions were compared. */
export type Changes = { changes: Change[]; partial: boolean }

/** Limits: permissions compared, distinct kinds of accounts, and the product of both. */
const LIMITS = { probes: 1500, kinds: 300, together: 60_000 }

/** A statement without its Sid and with sorted lists, since storages return them in a different order. */
const normalize = ({ Effect, Action, NotAction, Resource, NotResource, Condition }: Statement): Statement => ({
  Effect,
  ...(Action && { Action: Action.toSorted() }),
  ...(NotAction && { NotAction: NotAction.toSorted() }),
  ...(Resource && { Resource: Resource.toSorted() }),
  ...(NotResource && { NotResource: NotResource.toSorted() }),
  ...(Condition && { Condition }),
})

const textsOf = (document: PolicyDocument | undefined) =>
  new Set(document?.Statement.map((statement) => JSON.stringify(normalize(statement))))

/** Statements in only one of the two policies: all others cannot cause a difference. */
const differingStatements = (before: PolicyDocument | undefined, after: PolicyDocument | undefined): Statement[] => {
  const [was, is] = [textsOf(before), textsOf(after)]
  const all = [...was].filter((text) => !is.has(text)).concat([...is].filter((text) => !was.has(text)))
  return all.map((text) => JSON.parse(text) as Statement)
}

const expansions = (patterns: readonly string[]) => {
  const globs = patterns.map(globOf)
  return vocabulary.flatMap(({ name }) => (globs.some((glob) => matches(glob, name)) ? [name] : []))
}

const actionsOf = ({ Action, NotAction = [] }: Statement) => {
  if (Action) return expansions(Action)
  const except = new Set(expansions(NotAction))
  return vocabulary.flatMap(({ name }) => (except.has(name) ? [] : [name]))
}

/** Permissions that may differ: actions with their resource pattern. Server actions have no resource. */
const probesOf = (statements: readonly Statement[]) => {
  const probes = new Map<string, { action: string; resource: string }>()
  for (const statement of statements) {
    const named = ignoresResource(statement) ? undefined : statement.Resource
    const resources = named?.map((text) => resourcePatternOf(withoutArn(text))) ?? ['*']
    for (const action of actionsOf(statement))
      for (const resource of action.startsWith('s3:') ? resources : ['*'])
        probes.set(`${action} ${resource}`, { action, resource })
  }
  return [...probes.values()]
}

/** Summarizes action names with the policy's patterns, if they match no other action. */
const summarize = (actions: readonly string[], patterns: ReadonlySet<string>): string[] => {
  const left = new Set(actions)
  const matching = [...patterns]
    .map((pattern) => ({ pattern, all: expansions([pattern]) }))
    .filter(({ all }) => all.length > 1 && all.every((action) => left.has(action)))
    .sort((one, other) => other.all.length - one.all.length)
  const names = matching
    .filter(({ all }) => all.filter((action) => left.delete(action)).length > 0)
    .map(({ pattern }) => pattern)
  return [...names, ...left].sort()
}

const kindOf = (was: ReturnType<typeof accessAt>, is: ReturnType<typeof accessAt>): Change['kind'] | undefined => {
  const difference = rank[is.state] - rank[was.state]
  if (difference !== 0) return difference > 0 ? 'gained' : 'lost'
  return is.state === 'conditional' && is.reasons.join() !== was.reasons.join() ? 'changed' : undefined
}

/** Groups accounts with the same policies, if these do not depend on who they are. */
const groupAlike = (users: readonly UserWithPolicies[]) => {
  const groups = new Map<string, UserWithPolicies[]>()
  for (const account of users) {
    const dependsOnName = account.own.some(({ document }) =>
      /"(aws|jwt|ldap):|\$\{(aws|jwt|ldap):/.test(JSON.stringify(document)),
    )
    const key = JSON.stringify([
      account.own.map(({ policy }) => policy).sort(),
      dependsOnName && account.conditionContext,
    ])
    groups.set(key, [...(groups.get(key) ?? []), account])
  }
  return [...groups.values()]
}

type PolicyChange = { policy: string; before: PolicyDocument | undefined; after: PolicyDocument | undefined }

/** Rules of an account before and after a change of one of its policies, and those of each of its other policies. */
const rulesAround = ({ policy, before, after }: PolicyChange, { own, conditionContext }: UserWithPolicies) => {
  const others = own.filter((one) => one.policy !== policy)
  const rulesOf = (documents: readonly PolicyDocument[]): Rules[] => [prepareRules(documents, conditionContext)]
  const rulesWith = (document: PolicyDocument | undefined) =>
    rulesOf(own.flatMap((one) => (one.policy !== policy ? one.document : (document ?? []))))
  return {
    was: rulesWith(before),
    is: rulesWith(after),
    others: others.map((one) => ({ name: one.policy, rules: rulesOf([one.document]) })),
  }
}

/** How many accounts a change affects in the same way, and their policies that a Deny overrides. */
type Difference = { accounts: number; overriddenPolicies: Set<string> }

/** Compares the permissions of accounts before and after a change of a policy they all have. */
export const comparePolicies = async (
  policy: string,
  before: PolicyDocument | undefined,
  after: PolicyDocument | undefined,
  users: readonly UserWithPolicies[],
): Promise<Changes> => {
  const statements = differingStatements(before, after)
  const patterns = new Set(statements.flatMap(({ Action = [] }) => Action))
  const [all, groups] = [probesOf(statements), groupAlike(users)]
  const probes = all.slice(0, LIMITS.probes)
  const compared = groups.slice(0, Math.min(LIMITS.kinds, Math.ceil(LIMITS.together / Math.max(1, probes.length))))
  const yieldIfDue = createTimeSlice()
  const differences = new Map<string, Difference>()
  for (const group of compared) {
    const [account] = group
    if (!account) continue
    const { was, is, others } = rulesAround({ policy, before, after }, account)
    for (const { action, resource } of probes) {
      const expandedResource = expandVariables(resource, account.conditionContext, true)
      const now = accessAt(is, action, expandedResource)
      const kind = kindOf(accessAt(was, action, expandedResource), now)
      await yieldIfDue()
      if (!kind) continue
      const key = JSON.stringify([kind, action, resource])
      const difference = differences.get(key) ?? { accounts: 0, overriddenPolicies: new Set() }
      difference.accounts += group.length
      const overridden = kind === 'lost' && now.state === 'denied' ? others : []
      for (const { name, rules } of overridden)
        if (rank[accessAt(rules, action, expandedResource).state] > 0) difference.overriddenPolicies.add(name)
      differences.set(key, difference)
    }
  }
  return {
    changes: mergeChanges(differences, patterns),
    partial: all.length > probes.length || groups.length > compared.length,
  }
}

/** Merges changes with the same effect, resource and number of accounts. */
const mergeChanges = (differences: ReadonlyMap<string, Difference>, patterns: ReadonlySet<string>): Change[] => {
  const merged = new Map<string, Change>()
  for (const [key, { accounts, overriddenPolicies }] of differences) {
    const [kind, action, resource] = JSON.parse(key) as [Change['kind'], string, string]
    const same = JSON.stringify([kind, resource, accounts, [...overriddenPolicies].sort()])
    const change = merged.get(same) ?? {
      kind,
      actions: [],
      resource,
      accounts,
      overriddenPolicies: [...overriddenPolicies].sort(),
    }
    change.actions.push(action)
    merged.set(same, change)
  }
  return [...merged.values()].map((change) => ({ ...change, actions: summarize(change.actions, patterns) }))
}
