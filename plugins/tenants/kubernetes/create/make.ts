import { Failure } from 'stowage'
import {
  type Client,
  isNamespaceMissing,
  kindAt,
  pathOf,
  KubernetesError,
  type Resource,
  writeYaml,
} from 'stowage/engines/kubernetes'
import type { Part } from '../../create/contract.ts'
import type { TenantSecret } from '../../tenant-secret.ts'
import { tenantKind } from '../kind.ts'
import { mayStillApply } from '../may-still-apply.ts'
import { reasonsToKeep, referrersIn } from '../security/secret-uses.ts'
import * as messages from '../../messages.ts'

const secretKind = kindAt('v1', 'secrets')
const kindOf = ({ kind }: Resource) => (kind === 'Secret' ? secretKind : tenantKind)
const describe = ({ kind, metadata }: Resource) => `${kind === 'Secret' ? 'secret' : 'tenant'} ${metadata.name}`

const partOf = ({ kind = '', metadata: { name, uid } }: Resource, state: Part['state']): Part => ({
  kind,
  name,
  ...(state === 'exists' && uid && { uid }),
  state,
})

/** Creation failed; describes the state of each resource. */
export class Stopped extends Failure {
  constructor(
    failure: Failure,
    readonly parts: readonly Part[],
  ) {
    super(failure.status, failure.message, failure)
  }
}

const listLabeled = (client: Client, namespace: string | undefined, tenant: string) =>
  client.list(pathOf(secretKind, { namespace }), { labelSelector: `v1.min.io/tenant=${tenant}` })

/**
 * Refuses conflicts with existing resources (operator 2.5), except for secrets with these uids, which it returns.
 * Throws `Failure` 409.
 */
export const assertNoConflicts = async (client: Client, tenant: Resource, over: readonly string[] = []) => {
  const { name, namespace } = tenant.metadata
  const [first] = await client.list(pathOf(tenantKind, { namespace }))
  if (first)
    throw new Failure(409, messages.oneTenantPerNamespace, {
      detail: messages.tenantIsInNamespace(first.metadata.name, namespace),
    })
  const secrets = (await listLabeled(client, namespace, name)).map(
    (secret): Resource => ({ ...secret, kind: 'Secret' }),
  )
  const isOurs = ({ metadata: { uid = '' } }: Resource) => over.includes(uid)
  if (secrets.every(isOurs)) return secrets
  const others = secrets.filter((secret) => !isOurs(secret))
  const names = others.map(({ metadata }) => metadata.name).join(', ')
  const failure = new Failure(409, messages.earlierSecretsExist(name, namespace), { detail: names })
  throw new Stopped(
    failure,
    secrets.map((secret) => partOf(secret, 'exists')),
  )
}

const pathOfObject = (object: Resource) => pathOf(kindOf(object), { namespace: object.metadata.namespace })

/** Creates a resource. If the connection breaks before the response, it may exist nevertheless. */
export const create = async (client: Client, object: Resource) => {
  try {
    return await client.create(pathOfObject(object), object)
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof KubernetesError) throw error
    const { namespace, name } = object.metadata
    const existing = await client.get(pathOf(kindOf(object), { namespace, name })).catch(() => undefined)
    if (existing && isSame(existing, object)) return existing
    throw error
  }
}

/** Deletes a resource, unless it was replaced since. Returns whether it is gone. */
const isRemoved = async (client: Client, object: Resource) => {
  const { namespace, name, uid } = object.metadata
  try {
    await client.remove(pathOf(kindOf(object), { namespace, name }), { preconditions: { uid } })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.status === 404
  }
  return true
}

/** Deletes created resources in reverse order. Returns those that could not be deleted. */
const undo = async (client: Client, created: readonly Resource[]) => {
  const remaining: Resource[] = []
  for (const object of [...created].reverse()) if (!(await isRemoved(client, object))) remaining.unshift(object)
  return remaining
}

/**
 * Deletes secrets with the label of a tenant that does not exist, by uid, unless they are foreign or in use. Returns
 * those that still exist. Throws `Failure` 409 if the tenant exists.
 */
export const cleanUp = async (
  client: Client,
  namespace: string,
  tenant: string,
  uids: readonly string[],
): Promise<TenantSecret[]> => {
  const tenants = await client.list(pathOf(tenantKind, { namespace }))
  if (tenants.some(({ metadata }) => metadata.name === tenant))
    throw new Failure(409, messages.tenantUsesSecrets(tenant))
  const [labeled, referrers] = await Promise.all([
    listLabeled(client, namespace, tenant),
    referrersIn(client, namespace, tenant),
  ])
  const protectedSecrets: TenantSecret[] = []
  const removable: Resource[] = []
  for (const secret of labeled) {
    const { name, uid = '' } = secret.metadata
    if (!uids.includes(uid)) continue
    const reasons = reasonsToKeep(secret, tenant, referrers)
    if (Object.keys(reasons).length > 0) protectedSecrets.push({ name, ...reasons })
    else removable.push({ ...secret, kind: 'Secret' })
  }
  const remaining = await undo(client, removable)
  return [...protectedSecrets, ...remaining.map(({ metadata: { name } }) => ({ name }))]
}

/** Message for a failed step, and what happened to the resources before it. */
const failureAt = (object: Resource, error: Failure, after: string) => {
  const { namespace } = object.metadata
  const none = error.status === 404 && isNamespaceMissing(error.detail ?? '')
  const message = none
    ? messages.namespaceMissing(namespace)
    : messages.objectNotCreated(describe(object), error.message)
  return new Failure(error.status, message, { detail: [error.detail, after].filter(Boolean).join('. ') })
}

/** Sentence about what happened to the created resources. */
const outcomeOf = (created: readonly Resource[], remaining: readonly Resource[], keep: boolean) => {
  const names = remaining.map(describe).join(', ')
  if (created.length === 0) return 'Nothing was created'
  if (keep) return messages.createdBefore(names)
  return remaining.length > 0 ? messages.createdBeforeAndNotDeleted(names) : 'Resources created before were deleted'
}

/** Whether an existing secret equals the planned one. */
const isSame = (one: Resource, other: Resource) =>
  one.type === other.type &&
  JSON.stringify(Object.entries(one.data ?? {}).sort()) === JSON.stringify(Object.entries(other.data ?? {}).sort())

/**
 * Creates all resources in this order, or none. If a step fails, deletes those created before, unless they are to be
 * kept, or the tenant that needs them may still be created. Resources of a previous attempt (`before`) stay if they
 * match; the others are deleted first.
 */
export const createAll = async (
  client: Client,
  objects: readonly Resource[],
  { keep = false, before = [] }: { keep?: boolean; before?: readonly Resource[] } = {},
) => {
  const matchOf = (object: Resource) =>
    before.find((one) => one.kind === object.kind && one.metadata.name === object.metadata.name && isSame(one, object))
  const matching = objects.flatMap((object) => matchOf(object) ?? [])
  const undeleted = await undo(
    client,
    before.filter((one) => !matching.includes(one)),
  )
  const created: Resource[] = [...matching]
  for (const [index, object] of objects.entries()) {
    if (matchOf(object)) continue
    try {
      created.push({ ...object, metadata: (await create(client, object)).metadata })
    } catch (error) {
      const keeps = keep || (object.kind === 'Tenant' && mayStillApply(error))
      const remaining = keeps ? created : await undo(client, created)
      if (!(error instanceof Failure)) throw error
      const stateOf = (one: Resource, at: number): Part => {
        const match = created.find(({ kind, metadata }) => kind === one.kind && metadata.name === one.metadata.name)
        if (match) return partOf(match, remaining.includes(match) ? 'exists' : 'removed')
        return partOf(one, at === index ? 'failed' : 'waiting')
      }
      const others = undeleted.filter(({ metadata }) => !objects.some((one) => one.metadata.name === metadata.name))
      throw new Stopped(failureAt(object, error, outcomeOf(created, remaining, keeps)), [
        ...others.map((one) => partOf(one, 'exists')),
        ...objects.map(stateOf),
      ])
    }
  }
}

/**
 * Dry run of all resources, ignoring conflicts with a previous attempt (`before`). Returns the last one as the cluster
 * would store it. Throws the first `Failure`.
 */
export const dryRunAll = async (client: Client, objects: readonly Resource[], before: readonly Resource[] = []) => {
  let last: Resource | undefined
  for (const object of objects) {
    if (before.some(({ kind, metadata }) => kind === object.kind && metadata.name === object.metadata.name)) continue
    try {
      last = await client.create(pathOfObject(object), object, { dryRun: 'All' })
    } catch (error) {
      throw error instanceof Failure ? failureAt(object, error, 'Nothing was created') : error
    }
  }
  return last
}

const withoutData = ({ data, ...secret }: Resource) => ({
  ...secret,
  ...(data !== undefined && {
    data: Object.fromEntries(Object.keys(data as object).map((name) => [name, '(not shown)'])),
  }),
})

/** The resources as YAML, without the contents of secrets. */
export const yamlOf = (objects: readonly Resource[]) =>
  objects.map((object) => writeYaml(object.kind === 'Secret' ? withoutData(object) : object)).join('---\n')
