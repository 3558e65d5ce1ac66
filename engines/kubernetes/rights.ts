import * as v from 'valibot'
import type { Action } from '../../core/protocol/contract.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { clusterActionOf } from '../../core/protocol/missing-permissions.ts'
import type { Permissions } from '../engine.ts'
import type { PolicyDocument } from '../iam/document.ts'
import { type Client, type Kind, toKubernetesError } from './client.ts'
import { isNodeAuthorizerOnly } from './error-texts.ts'
import { missingClusterRight } from './messages.ts'

const texts = v.optional(v.array(v.string()), [])

const Review = v.looseObject({
  status: v.looseObject({
    resourceRules: v.optional(
      v.array(v.looseObject({ verbs: texts, apiGroups: texts, resources: texts, resourceNames: texts })),
      [],
    ),
    incomplete: v.optional(v.boolean(), false),
    evaluationError: v.optional(v.string(), ''),
  }),
})

/** An RBAC rule, for one namespace or the whole cluster. */
export type Rule = { verbs: string[]; groups: string[]; resources: string[]; namespace: string | undefined }

/** Rules of a token's owner; `isIncomplete` if the cluster cannot list all of them. */
export type Rules = { rules: readonly Rule[]; isIncomplete: boolean }

/** Not a valid namespace name, so only cluster-wide permissions apply to it. */
const NOWHERE = 'no.namespace'

/** Reads the caller's rules in a namespace, or cluster-wide. Throws `Failure` 401 if the token is no longer valid. */
export const readRules = async (client: Client, namespace?: string): Promise<Rules> => {
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectRulesReview',
    spec: { namespace: namespace ?? NOWHERE },
  }
  try {
    const { status } = v.parse(
      Review,
      await client.create('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', body),
    )
    const rules = status.resourceRules.map(({ verbs, apiGroups, resources }) => ({
      verbs,
      groups: apiGroups,
      resources,
      namespace,
    }))
    return { rules, isIncomplete: status.incomplete && !isNodeAuthorizerOnly(status.evaluationError) }
  } catch (error) {
    // without access to the review, each call decides
    if (error instanceof Failure && [403, 404].includes(error.status)) return { rules: [], isIncomplete: true }
    throw error
  }
}

const Reviewed = v.looseObject({ status: v.looseObject({ allowed: v.boolean() }) })

/** A verb on a resource, or on all resources of its kind with an empty name. */
export type Access = { verb: string; kind: Kind; namespace: string; name: string }

/** Checks a permission with the cluster before expensive work. Throws `Failure` 403 if it is missing. */
export const checkAccess = async (
  client: Client,
  { verb, kind: { group, plural }, namespace, name }: Access,
): Promise<void> => {
  const resourceAttributes = { verb, group, resource: plural, namespace, name }
  const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } }
  const { status } = v.parse(
    Reviewed,
    await client.create('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', body),
  )
  const message = missingClusterRight(verb, plural, group, namespace)
  if (!status.allowed) throw toKubernetesError(403, { message, reason: 'Forbidden' })
}

const has = (entries: readonly string[], entry: string) => entries.includes(entry) || entries.includes('*')

const grants = (rules: readonly Rule[], action: Action) => {
  const clusterAction = clusterActionOf(action)
  if (!clusterAction) return false
  const { verb, resource, group } = clusterAction
  const part = resource.split('/')[1]
  return rules.some(
    ({ verbs, groups, resources }) =>
      has(verbs, verb) &&
      has(groups, group) &&
      (has(resources, resource) || (part !== undefined && resources.includes(`*/${part}`))),
  )
}

/** Permissions from rules: `may` by cluster-wide ones, or those of the requested namespace. */
export const permissionsOf = (clusterRules: Rules, elsewhere: readonly Rules[] = []): Permissions => {
  const everywhere = [clusterRules, ...elsewhere]
  return {
    may: (action) =>
      clusterActionOf(action) !== undefined && (clusterRules.isIncomplete || grants(clusterRules.rules, action)),
    mayAnywhere: (action) =>
      clusterActionOf(action) !== undefined &&
      everywhere.some(({ rules, isIncomplete }) => isIncomplete || grants(rules, action)),
  }
}

const actionsOf = ({ verbs, groups, resources }: Rule) =>
  verbs.flatMap((verb) =>
    groups.flatMap((group) => resources.map((resource) => `k8s:${verb}:${resource}${group && `.${group}`}`)),
  )

const identityOf = ({ namespace: _, ...one }: Rule) => JSON.stringify(one)

/** Shows rules as a policy document: cluster-wide ones, and additional ones per namespace. */
export const documentOf = ({ rules }: Rules, namespaces: readonly Rules[]): PolicyDocument => ({
  Version: '',
  Statement: [
    ...rules.map((rule) => ({ ...rule, namespace: undefined })),
    ...namespaces.flatMap(({ rules: clusterRules }) =>
      clusterRules.filter((one) => !rules.some((rule) => identityOf(rule) === identityOf(one))),
    ),
  ].map((rule) => ({
    Effect: 'Allow',
    Action: actionsOf(rule),
    Resource: [rule.namespace === undefined ? 'the whole cluster' : `namespace ${rule.namespace}`],
  })),
})
