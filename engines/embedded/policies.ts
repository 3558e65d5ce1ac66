import type { Attached } from '../iam/audit.ts'
import { iamEntityNotFound } from '../iam/not-found.ts'
import { builtInPolicies, type PolicyDocument } from '../iam/policy.ts'
import { type Index, getByName } from './store/database.ts'
import type { UserRecord } from './store/records.ts'

/** Document of a policy, including built-in ones. */
export const documentOf = (index: Index, name: string): PolicyDocument | undefined => {
  const text = getByName(index.policies, name)
  return text === undefined ? builtInPolicies.get(name) : (JSON.parse(text) as PolicyDocument)
}

/** Policies of a user and its groups. Members of a disabled group have none, as in MinIO. */
export const documentsOf = (index: Index, user: UserRecord): PolicyDocument[] => {
  const groups = user.groups.flatMap((name) => index.groups.get(name) ?? [])
  if (groups.some(({ status }) => status === 'disabled')) return []
  const names = new Set([...user.policies, ...groups.flatMap(({ policies }) => policies)])
  return [...names].flatMap((name) => documentOf(index, name) ?? [])
}

/** Policies of a user, each with the group it is inherited from; none if one of the groups is disabled. */
export const attachedTo = (index: Index, user: UserRecord): Attached[] => {
  const groups = user.groups.flatMap((name) => ({ name, record: index.groups.get(name) }))
  if (groups.some(({ record }) => record?.status === 'disabled')) return []
  const named = [
    ...user.policies.map((policy) => ({ policy })),
    ...groups.flatMap(({ name, record }) => (record?.policies ?? []).map((policy) => ({ policy, group: name }))),
  ]
  return named.flatMap((each) => {
    const document = documentOf(index, each.policy)
    return document ? [{ ...each, document }] : []
  })
}

/** Throws `Failure` 404 if a policy does not exist. */
export const assertPolicies = (index: Index, names: readonly string[]) => {
  for (const name of names)
    if (!builtInPolicies.has(name) && getByName(index.policies, name) === undefined)
      throw iamEntityNotFound('policy', name)
}

/** Throws `Failure` 404 if there is no such policy. */
export const policyOf = (index: Index, name: string) => {
  assertPolicies(index, [name])
  return { name, policy: JSON.stringify(documentOf(index, name)) }
}

export const allPolicies = (index: Index) => {
  const names = new Set([...builtInPolicies.keys(), ...index.policies.getKeys()])
  return [...names].sort().map((name) => policyOf(index, name))
}
