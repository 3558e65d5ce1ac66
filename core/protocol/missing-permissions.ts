import type { Failure } from './failure.ts'
import { accessRequestIntro, policiesDoNotAllowSeeing, clusterRoleDoesNot, roleDoesNotAllow } from '../messages.ts'

/**
 * A permission that an account lacks: an action, for S3 with a bucket and perhaps a key, for Kubernetes with a
 * namespace.
 */
export type NeededPermission = {
  action: string
  bucket?: string | undefined
  object?: string | undefined
  namespace?: string | undefined
}

/** Parts of a Kubernetes action such as `k8s:list:tenants.minio.min.io`; `undefined` for any other action. */
export const clusterActionOf = (action: string): { verb: string; resource: string; group: string } | undefined => {
  const [, verb, resource, group = ''] =
    /^k8s:([a-z*]+):([a-z0-9*]+(?:\/[a-z*]+)?)(?:\.([a-z0-9.*-]+))?$/.exec(action) ?? []
  return verb && resource ? { verb, resource, group } : undefined
}

/** Whether these are Kubernetes permissions, which come from roles instead of policies. */
export const isOfCluster = (needs: readonly NeededPermission[]) => needs.some(({ action }) => action.startsWith('k8s:'))

/** Action for display: `list tenants.minio.min.io` for Kubernetes, otherwise as in policies. */
export const actionLabel = (action: string) => {
  const clusterAction = clusterActionOf(action)
  return clusterAction
    ? `${clusterAction.verb} ${clusterAction.resource}${clusterAction.group && `.${clusterAction.group}`}`
    : action
}

/** Resource of a missing action, as written in a policy. */
export const resourceOf = (need: NeededPermission) => {
  const { bucket, object, namespace } = need
  if (isOfCluster([need])) return namespace === undefined ? 'the whole cluster' : `namespace ${namespace}`
  // `docs/**` means anything below a folder, which a policy writes as `docs/*`
  const key = object?.replace(/\*\*$/, '*')
  return `arn:aws:s3:::${bucket ? `${bucket}${key ? `/${key}` : ''}` : '*'}`
}

/** Permissions that a failure reports as missing; empty if it has another cause. */
export const missingPermissionsOf = ({ missing }: Pick<Failure, 'missing'>): NeededPermission[] =>
  missing.map(({ action, resource = '' }) => {
    if (action.startsWith('k8s:')) return { action, namespace: /^namespaces\/(.+)$/.exec(resource)?.[1] }
    const [, bucket, object] = /^arn:aws:s3:::([^*/][^/]*)(?:\/(.+))?$/s.exec(resource) ?? []
    return { action, ...(bucket && { bucket }), ...(object && { object }) }
  })

/** Whether an action applies to a resource; administrative actions do not. */
export const hasResource = ({ action }: NeededPermission) => action.startsWith('s3:') || action.startsWith('k8s:')

const jsonMember = (name: string, texts: readonly string[]) => {
  const all = [...new Set(texts)].map((text) => JSON.stringify(text))
  return all.length > 1 ? `"${name}": [\n    ${all.join(',\n    ')}\n  ]` : `"${name}": [${all.join()}]`
}

/** Role rules that grant all of these, as YAML. */
const rulesFor = (needs: readonly NeededPermission[]) => {
  const verbs = new Map<string, { group: string; resource: string; verbs: Set<string> }>()
  for (const { action } of needs) {
    const { verb = '', resource = '', group = '' } = clusterActionOf(action) ?? {}
    const rule = verbs.get(`${group}/${resource}`) ?? { group, resource, verbs: new Set() }
    verbs.set(`${group}/${resource}`, { ...rule, verbs: rule.verbs.add(verb) })
  }
  const namespaces = new Set(needs.map(({ namespace }) => namespace))
  const areNamespaced = needs.every(({ namespace }) => namespace !== undefined)
  const kind =
    areNamespaced && namespaces.size === 1
      ? `kind: Role\nmetadata:\n  namespace: ${needs[0]?.namespace}\n`
      : 'kind: ClusterRole\n'
  const rules = [...verbs.values()].map(
    (rule) =>
      `- apiGroups: ["${rule.group}"]\n  resources: ["${rule.resource}"]\n  verbs: [${[...rule.verbs].map((verb) => `"${verb}"`).join(', ')}]`,
  )
  return `${kind}rules:\n${rules.join('\n')}`
}

const serviceOf = ({ action }: NeededPermission) => action.slice(0, action.indexOf(':'))

/** Read actions sort first: an administrator may decide to grant only those. */
const isReading = ({ action }: NeededPermission) => /^\w+:(Get|List|Head|Listen)/.test(action)

/**
 * Policy statements that grant exactly the missing actions. Each resource has its own statement, so no action is
 * granted on a resource it is not needed for. Actions other than S3's have no resource.
 */
const statementsFor = (needs: readonly NeededPermission[]) => {
  const groups = new Map<string, NeededPermission[]>()
  for (const need of [...needs].sort((a, b) => Number(isReading(b)) - Number(isReading(a)))) {
    const key = serviceOf(need) === 's3' ? resourceOf(need) : serviceOf(need)
    groups.set(key, [...(groups.get(key) ?? []), need])
  }
  return [...groups].map(([key, group]) => {
    const actions = group.map(({ action }) => action)
    const resource = key.startsWith('arn:') ? `,\n  ${jsonMember('Resource', [key])}` : ''
    return `{ "Effect": "Allow",\n  ${jsonMember('Action', actions)}${resource} }`
  })
}

/** Policy statements, or a Kubernetes role, that grant the missing actions. */
export const grantText = (needs: readonly NeededPermission[]) =>
  isOfCluster(needs) ? rulesFor(needs) : statementsFor(needs).join(',\n')

/** Beginning of a refusal: policies decide about storage permissions, roles about those in Kubernetes. */
export const authorityOf = (needs: readonly NeededPermission[]) =>
  isOfCluster(needs) ? clusterRoleDoesNot : 'Your policies do not'

/** Reason on a storage that permits its administration by roles instead of policies; `undefined` for other needs. */
export const refusalByRole = (needs: readonly NeededPermission[], features: readonly string[]) =>
  features.includes('roles') && needs.some(({ action }) => action.startsWith('admin:')) ? roleDoesNotAllow : undefined

/** Reason why a control is disabled: the first missing permission; `false` if none is missing. */
export const refusalFor = (needs: readonly NeededPermission[]): string | false => {
  const [first] = needs
  if (!first) return false
  const where = first.bucket ? ` on ${resourceOf(first)}` : first.namespace ? ` in ${resourceOf(first)}` : ''
  const more = needs.length > 1 ? ` and ${needs.length - 1} more` : ''
  return `${authorityOf(needs)} allow\n${actionLabel(first.action)}${where}${more}`
}

/** Maximum number of actions that a joined reason names per resource. */
const MAX_NAMED_ACTIONS = 2

/**
 * Joins several reasons: `Your policies do not allow s3:PutObject, s3:DeleteObject and 2 more on
 * arn:aws:s3:::docs/a.txt`.
 */
export const joinRefusals = (refusals: readonly string[]) => {
  const [head = ''] = refusals[0]?.split('\n') ?? []
  const actionsByScope = new Map<string, Set<string>>()
  for (const refusal of refusals) {
    const [, missing = ''] = refusal.split('\n')
    const [, action = '', scope = ''] = /^(.*?)( (?:on|in) .*?)?(?: and \d+ more)?$/s.exec(missing) ?? []
    if (action) actionsByScope.set(scope, (actionsByScope.get(scope) ?? new Set()).add(action))
  }
  const missing = [...actionsByScope].map(([scope, actions]) => {
    const more = actions.size > MAX_NAMED_ACTIONS ? ` and ${actions.size - MAX_NAMED_ACTIONS} more` : ''
    return `${[...actions].slice(0, MAX_NAMED_ACTIONS).join(', ')}${more}${scope}`
  })
  return [head, missing.join('; ')].filter(Boolean).join(' ')
}

/** One line that says why something is hidden. */
export const hiddenReasonFor = (needs: readonly NeededPermission[]) =>
  (refusalFor(needs) || policiesDoNotAllowSeeing).replace('\n', ' ')

/** Plain text to send to an administrator who can grant the permissions. */
export const accessRequestText = ({
  account,
  address,
  needs,
}: {
  account: string
  address: string
  needs: readonly NeededPermission[]
}) =>
  [
    accessRequestIntro,
    '',
    `Account: ${account}`,
    `Page: ${address}`,
    ...needs.map((need) => `Needed: ${actionLabel(need.action)}${hasResource(need) ? ` on ${resourceOf(need)}` : ''}`),
    '',
    isOfCluster(needs) ? 'Required role:' : 'Required permissions:',
    grantText(needs),
    '',
  ].join('\n')
