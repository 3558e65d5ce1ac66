import { Failure } from 'stowage'
import {
  type Attached,
  comparePolicies,
  clausesOf,
  conditionKeys,
  explain,
  lintPolicy,
  type SourceStatement,
  isKnownAction,
  createEvaluator,
  type MatrixColumn,
  type ConditionContext,
  type Layers,
  operatorNames,
  type Parts,
  type UserWithPolicies,
  resourcePatternsOf,
  readPolicy,
  matrixRow,
  prepareRules,
  vocabulary,
} from 'stowage/iam'
import { createTimeSlice } from 'stowage/server'
import type { Access, Account, Everything, MatchedStatement } from '../access.ts'
import type { Administrators } from '../administrators.ts'
import type { PoliciesBackend } from '../backend.ts'
import { administratorsAmong } from './administrators.ts'
import * as messages from '../messages.ts'

/** Policies of an account, and the condition values known for all its requests. */
export type AccountPermissions = {
  /** Set if the decision does not depend on statements. */
  reason?: NonNullable<Everything['reason']>
  parentUser?: string
  layers: Layers
  known: ConditionContext
  /** Policies that the storage cannot read. */
  unreadablePolicies: string[]
}

/** Data an engine provides. Each function checks the caller's permissions before it reveals anything. */
export type Source = {
  /** Whether conditions see the groups of all accounts, or only of those with session tokens. */
  groups: 'of-all' | 'of-tokens'
  permissionsOf(account: Account): Promise<AccountPermissions>
  /** All enabled users with their policies. */
  users(): Promise<{ users: UserWithPolicies[]; unreadablePolicies: string[] }>
  /** Whether root may sign in, and whether accounts other than the listed users may exist. */
  otherAccounts(): Promise<Pick<Administrators, 'root' | 'externalAccounts'>>
  /**
   * Bucket policy as JSON text; `undefined` if the bucket or its policy does not exist, `unknown` if the caller may not
   * read it.
   */
  bucketPolicy(bucket: string): Promise<string | 'unknown' | undefined>
}

/** The part of a bucket policy that applies to everyone; statements for individual principals are left out. */
const anonymousStatements = (text: string) => {
  const document = JSON.parse(text) as { Statement?: unknown }
  const isForAll = (statement: unknown) => {
    const { Principal } = statement as { Principal?: unknown }
    const names: unknown =
      typeof Principal === 'object' && Principal !== null && 'AWS' in Principal ? Principal.AWS : Principal
    return [names].flat().includes('*')
  }
  return readPolicy({
    ...document,
    Statement: [document.Statement].flat().filter((one) => typeof one === 'object' && one !== null && isForAll(one)),
  })
}

/** Most resources in one table. */
const MAX_RESOURCES = 200

const listings = ['s3:ListBucket', 's3:ListBucketVersions']

const matchedStatementOf = ({
  policyType,
  policy,
  group,
  number,
  statement: { Sid, Effect },
}: SourceStatement): MatchedStatement => ({
  policyType,
  policy,
  number,
  effect: Effect,
  ...(group !== undefined && { group }),
  ...(Sid && { sid: Sid }),
})

/** Puts `Sid` first, as is customary. */
const jsonOf = ({ Sid, ...rest }: SourceStatement['statement']) =>
  JSON.stringify({ ...(Sid && { Sid }), ...rest }, null, 2)

const detailsOf = (source: SourceStatement, elements: readonly string[]) => ({
  ...matchedStatementOf(source),
  json: jsonOf(source.statement),
  elements: [...elements],
})

const grantsOf = (own: readonly Attached[]) =>
  own.map(({ policy, group }) => ({ policy, ...(group !== undefined && { group }) }))

const grantsAnything = (row: Record<MatrixColumn, Access>) => Object.values(row).some(({ state }) => state !== 'none')

const cellsOf = (row: ReturnType<typeof matrixRow>) =>
  Object.fromEntries(
    Object.entries(row).map(([kind, { state, reasons }]) => [kind, { state, reasons: [...reasons] }]),
  ) as Record<MatrixColumn, Access>

const documentsOf = (own: readonly Attached[]) => own.map(({ document }) => document)

const layersOf = ({ layers: { own, restriction }, known }: AccountPermissions) => [
  prepareRules(documentsOf(own), known),
  ...(restriction ? [prepareRules([restriction], known)] : []),
]

/** Returns which of the attached policies grant something for a resource. */
const grantersIn = (own: readonly Attached[], known: ConditionContext, parts: Parts) => {
  const each = own.map((attached) => ({ attached, rules: prepareRules([attached.document], known) }))
  return (resource: string) =>
    grantsOf(
      each
        .filter(({ rules }) => grantsAnything(cellsOf(matrixRow([rules], resource, parts))))
        .map(({ attached }) => attached),
    )
}

/** Condition values of a question. They override neither facts of the account nor values only the server knows. */
const requestConditions = (
  conditions: readonly { key: string; value: string }[],
  known: ConditionContext,
): ConditionContext =>
  Object.fromEntries(
    conditions
      .filter(({ key }) => known[key] === undefined || known[key] === 'unknown')
      .map(({ key, value }) => [key, [value]]),
  )

const parsed = (text: string) => {
  try {
    return readPolicy(JSON.parse(text))
  } catch (error) {
    throw new Failure(400, messages.policyNotJson, { detail: String(error) })
  }
}

/** Evaluates the policies of accounts, on any engine. */
export const createAccess = (source: Source) =>
  ({
    check: async ({ kind, name, action, bucket = '', key = '', conditions = [] }) => {
      const permissions = await source.permissionsOf({ kind, name })
      if (!isKnownAction(action) || action.endsWith('*'))
        throw new Failure(400, `"${action}" is not an action`, { detail: 'Enter one action without wildcards' })
      const isListing = listings.includes(action)
      const conditionValues = {
        ...(isListing && key && { 's3:prefix': [key] }),
        ...permissions.known,
        ...requestConditions(conditions, permissions.known),
      }
      const { reason, parentUser, layers, unreadablePolicies } = permissions
      const common = { unreadablePolicies, ...(parentUser !== undefined && { parentUser }) }
      if (reason)
        return { ...common, allowed: reason === 'root', reason, matchedStatements: [], missingConditionKeys: [] }
      const request = { action, ...(bucket && { bucket, key: isListing ? '' : key }) }
      const { allowed, matching, missingAllow, closest, missingConditionKeys } = explain(
        layers,
        request,
        conditionValues,
      )
      const [first] = matching
      const decided = missingAllow === undefined || first?.statement.Effect === 'Deny'
      return {
        ...common,
        allowed,
        reason: decided ? 'statement' : missingAllow === 'inline' ? 'inline-policy' : 'implicit-deny',
        matchedStatements: matching.map(matchedStatementOf),
        ...(decided && first && { decidedBy: detailsOf(first, clausesOf(first.statement)) }),
        ...(closest && !decided && { closest: detailsOf(closest, [closest.failed]) }),
        missingConditionKeys: [...missingConditionKeys],
      }
    },

    everything: async (account) => {
      const permissions = await source.permissionsOf(account)
      const { reason, parentUser, layers, known, unreadablePolicies } = permissions
      const common = {
        unreadablePolicies,
        attachedPolicies: grantsOf(layers.own),
        ...(parentUser !== undefined && { parentUser }),
      }
      if (reason) return { ...common, reason, resources: [], partial: false, adminActions: [] }
      const documents = documentsOf(layers.own)
      const restrictions = layers.restriction ? [layers.restriction] : []
      const all = [...new Set([...resourcePatternsOf(documents, known), ...resourcePatternsOf(restrictions, known)])]
      const [rules, grantersOf, yieldIfDue] = [
        layersOf(permissions),
        grantersIn(layers.own, known, 'aside'),
        createTimeSlice(),
      ]
      const resources: Everything['resources'] = []
      for (const resource of all.slice(0, MAX_RESOURCES)) {
        const row = cellsOf(matrixRow(rules, resource, 'aside'))
        if (grantsAnything(row)) resources.push({ resource, ...row, grantedBy: grantersOf(resource) })
        await yieldIfDue()
      }
      const evaluators = [
        createEvaluator(documents, known),
        ...(layers.restriction ? [createEvaluator([layers.restriction], known)] : []),
      ]
      const adminActions = vocabulary.flatMap(({ name }) =>
        !name.startsWith('s3:') && evaluators.every((one) => one.isAllowed({ action: name })) ? [name] : [],
      )
      return { ...common, resources, partial: all.length > MAX_RESOURCES, adminActions }
    },

    usersWithAccess: async ({ bucket, prefix = '' }) => {
      const { users, unreadablePolicies } = await source.users()
      const resource = `${bucket}/${prefix}*`
      const bucketPolicy = await source.bucketPolicy(bucket)
      const anonymous =
        bucketPolicy === undefined || bucketPolicy === 'unknown'
          ? undefined
          : cellsOf(matrixRow([prepareRules([anonymousStatements(bucketPolicy)], {})], resource))
      const everyone =
        bucketPolicy === 'unknown' ? bucketPolicy : anonymous && grantsAnything(anonymous) ? anonymous : undefined
      const yieldIfDue = createTimeSlice()
      const withAccess = []
      for (const { name, conditionContext, own } of users) {
        const row = cellsOf(matrixRow([prepareRules(documentsOf(own), conditionContext)], resource))
        if (grantsAnything(row))
          withAccess.push({ user: name, ...row, grantedBy: grantersIn(own, conditionContext, 'count')(resource) })
        await yieldIfDue()
      }
      return { users: withAccess, unreadablePolicies, ...(everyone !== undefined && { everyone }) }
    },

    effects: async ({ name, policy }) => {
      const { users, unreadablePolicies } = await source.users()
      const after = parsed(policy)
      const affected = users.filter(({ own }) => own.some((one) => one.policy === name))
      const before = affected[0]?.own.find((one) => one.policy === name)?.document
      const groups = new Map<string, number>()
      for (const { own } of affected)
        for (const { policy: one, group } of own)
          if (one === name && group !== undefined) groups.set(group, (groups.get(group) ?? 0) + 1)
      return {
        users: affected
          .filter(({ own }) => own.some((one) => one.policy === name && one.group === undefined))
          .map((user) => user.name),
        groups: Array.from(groups, ([group, members]) => ({ name: group, members })),
        accounts: affected.length,
        ...(await comparePolicies(name, before, after, affected)),
        unreadablePolicies,
      }
    },

    administrators: async (loss) => {
      const { users, unreadablePolicies } = await source.users()
      const updatedPolicy = loss.updatedPolicy && parsed(loss.updatedPolicy.policy)
      return {
        ...(await administratorsAmong(users, loss, updatedPolicy)),
        ...(await source.otherAccounts()),
        unreadablePolicies,
      }
    },

    findings: async (text) => lintPolicy(text, source.groups),

    vocabulary: async () => ({
      actions: [...vocabulary],
      conditionKeys: [...conditionKeys],
      operators: [...operatorNames],
    }),
  }) satisfies Partial<PoliciesBackend>
