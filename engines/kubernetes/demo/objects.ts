import { isDeepStrictEqual } from 'node:util'
import type { ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import { mergePatch } from '../merge-patch.ts'
import { type ResourcePath, verbOf } from './resource-path.ts'
import { admit, parseBody, validateObject } from './admission.ts'
import { apiVersionOf, kindsOfDefinition, crdResource, type ServedKind } from './kinds.ts'
import { applyJsonPatch } from './patch.ts'
import { invalidObject, ApiError } from './api-error.ts'
import { createSelector } from './selector.ts'
import type { Store } from './store.ts'

type Options = { preconditions?: { uid?: string; resourceVersion?: string }; gracePeriodSeconds?: number }

/** Termination grace period of a pod, in seconds. */
const GRACE_PERIOD = 30

const nounOf = ({ group, plural }: ServedKind) => (group ? `${plural}.${group}` : plural)

const notFound = (served: ServedKind, name: string) => new ApiError(404, `${nounOf(served)} "${name}" not found`)

const conflict = (served: ServedKind, name: string) =>
  new ApiError(
    409,
    `Operation cannot be fulfilled on ${nounOf(served)} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
  )

const asServed = (served: ServedKind, object: Resource): Resource => ({ ...object, apiVersion: apiVersionOf(served) })

/** Built-in kinds have their version and kind once per list instead of in each item. */
const asListItem = (served: ServedKind, object: Resource) => {
  const { group } = served
  if (group.endsWith('.io') && !group.endsWith('.k8s.io')) return asServed(served, object)
  const { apiVersion: _, kind: __, ...rest } = object
  return rest
}

/** Reads, creates, updates and deletes objects like an API server. */
export const createObjects = (store: Store, clock: () => number) => {
  const readExisting = (served: ServedKind, { namespace, name = '' }: Pick<ResourcePath, 'namespace' | 'name'>) => {
    const object = store.get(served, namespace, name)
    if (!object) throw notFound(served, name)
    return asServed(served, object)
  }

  const list = (served: ServedKind, { namespace }: ResourcePath, query: NonNullable<ApiRequest['query']>) => {
    const matches = createSelector(query.labelSelector as string | undefined, query.fieldSelector as string | undefined)
    const all = store.list(served, namespace).filter(matches)
    const [from, version] = query.continue
      ? (JSON.parse(Buffer.from(String(query.continue), 'base64url').toString()) as [number, number])
      : [0, store.version()]
    const limit = Number(query.limit ?? 0) || all.length
    const items = all.slice(from, from + limit)
    const rest = all.length - from - items.length
    const next =
      rest > 0
        ? {
            continue: Buffer.from(JSON.stringify([from + limit, version])).toString('base64url'),
            remainingItemCount: rest,
          }
        : {}
    const metadata = { resourceVersion: String(version), ...next }
    return {
      apiVersion: apiVersionOf(served),
      kind: `${served.kind}List`,
      metadata,
      items: items.map((object) => asListItem(served, object)),
    }
  }

  const create = (served: ServedKind, { namespace }: ResourcePath, body: unknown, isDryRun: boolean) => {
    const object = admit(served, parseBody(served, body, namespace), clock())
    const { name } = object.metadata
    if (namespace !== undefined && !store.get({ group: '', plural: 'namespaces' }, undefined, namespace))
      throw new ApiError(404, `namespaces "${namespace}" not found`)
    if (store.get(served, namespace, name))
      throw new ApiError(409, `${nounOf(served)} "${name}" already exists`, 'AlreadyExists', [], name)
    return isDryRun ? object : store.put(served, object)
  }

  /** The result of an update: with a status subresource, either the status or the rest changes. */
  const applyUpdate = (served: ServedKind, before: Resource, input: Resource, sub: string | undefined): Resource => {
    const { uid, creationTimestamp, deletionTimestamp, generation, resourceVersion } = before.metadata
    const serverFields = {
      uid,
      creationTimestamp,
      generation,
      resourceVersion,
      ...(deletionTimestamp && { deletionTimestamp }),
    } as Partial<Resource['metadata']>
    if (sub === 'status') return validateObject(served, { ...before, status: input.status })
    const { deletionTimestamp: _, ...sent } = input.metadata
    const object: Resource = { ...input, metadata: { ...sent, ...serverFields, name: before.metadata.name } }
    if (served.status) {
      if (before.status === undefined) delete object.status
      else object.status = before.status
    }
    const after = validateObject(served, object, before)
    if (!isDeepStrictEqual(after.spec, before.spec)) after.metadata.generation = Number(generation ?? 0) + 1
    return after
  }

  const save = (served: ServedKind, before: Resource, after: Resource, isDryRun: boolean) => {
    if (isDryRun || isDeepStrictEqual(after, before)) return after
    const { deletionTimestamp, finalizers = [] } = after.metadata as {
      deletionTimestamp?: string
      finalizers?: string[]
    }
    const stored = store.put(served, after)
    if (deletionTimestamp && finalizers.length === 0 && served.plural !== 'pods') store.delete(served, stored)
    return stored
  }

  const replace = (served: ServedKind, address: ResourcePath, body: unknown, isDryRun: boolean) => {
    const before = readExisting(served, address)
    const input = parseBody(served, body, address.namespace)
    const { name, resourceVersion, uid } = input.metadata
    if (name !== before.metadata.name)
      throw new ApiError(
        400,
        `the name of the object (${name}) does not match the name on the URL (${before.metadata.name})`,
      )
    if (resourceVersion === undefined && served.schema)
      throw invalidObject(nounOf(served), name, [
        { field: 'metadata.resourceVersion', message: 'Invalid value: 0: must be specified for an update' },
      ])
    if (
      (resourceVersion ?? before.metadata.resourceVersion) !== before.metadata.resourceVersion ||
      (uid ?? before.metadata.uid) !== before.metadata.uid
    )
      throw conflict(served, name)
    return save(served, before, applyUpdate(served, before, input, address.sub), isDryRun)
  }

  const patch = (served: ServedKind, address: ResourcePath, { body, type }: ApiRequest, isDryRun: boolean) => {
    const before = readExisting(served, address)
    const after = (
      type === 'application/json-patch+json'
        ? applyJsonPatch(before, body as Parameters<typeof applyJsonPatch>[1])
        : mergePatch(before, body)
    ) as Resource
    if (after.metadata?.resourceVersion !== before.metadata.resourceVersion)
      throw conflict(served, before.metadata.name)
    return save(
      served,
      before,
      applyUpdate(served, before, parseBody(served, after, address.namespace), address.sub),
      isDryRun,
    )
  }

  /** Deletes an object; with finalizers, or as a running pod, it is first marked for deletion. */
  const remove = (
    served: ServedKind,
    object: Resource,
    { preconditions: { uid, resourceVersion } = {}, gracePeriodSeconds = GRACE_PERIOD }: Options,
  ) => {
    const { metadata, spec } = object
    if ((uid && uid !== metadata.uid) || (resourceVersion && resourceVersion !== metadata.resourceVersion))
      throw new ApiError(
        409,
        `Operation cannot be fulfilled on ${nounOf(served)} "${metadata.name}": Precondition failed: UID or resourceVersion in precondition does not match`,
      )
    const hasFinalizers = ((metadata.finalizers as string[] | undefined) ?? []).length > 0
    const isRunningPod =
      served.plural === 'pods' && gracePeriodSeconds > 0 && (spec as { nodeName?: string } | undefined)?.nodeName
    if (!hasFinalizers && !isRunningPod) {
      // deleting a definition deletes its objects
      if (served.group === crdResource.group && served.plural === crdResource.plural)
        for (const kind of kindsOfDefinition(object)) for (const one of store.list(kind)) store.delete(kind, one)
      return store.delete(served, object)
    }
    if (metadata.deletionTimestamp) return
    store.put(served, {
      ...object,
      metadata: { ...metadata, deletionTimestamp: new Date(clock()).toISOString().replace(/\.\d+Z$/, 'Z') },
    })
  }

  const removeAll = (
    served: ServedKind,
    { namespace }: ResourcePath,
    query: NonNullable<ApiRequest['query']>,
    options: Options,
  ) => {
    const matches = createSelector(query.labelSelector as string | undefined, query.fieldSelector as string | undefined)
    for (const object of store.list(served, namespace).filter(matches)) remove(served, object, options)
  }

  const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }

  return {
    remove,

    handle: (served: ServedKind, address: ResourcePath, request: ApiRequest): { status: number; body: unknown } => {
      const { query = {}, body } = request
      const isDryRun = query.dryRun === 'All'
      const verb = verbOf(request, address)
      if (verb === 'get') return { status: 200, body: readExisting(served, address) }
      if (verb === 'list') return { status: 200, body: list(served, address, query) }
      if (verb === 'create') return { status: 201, body: create(served, address, body, isDryRun) }
      if (verb === 'update') return { status: 200, body: replace(served, address, body, isDryRun) }
      if (verb === 'patch') return { status: 200, body: patch(served, address, request, isDryRun) }
      if (verb === 'deletecollection') removeAll(served, address, query, (body ?? {}) as Options)
      else if (verb === 'delete') remove(served, readExisting(served, address), (body ?? {}) as Options)
      return { status: 200, body: success }
    },
  }
}

export type Objects = ReturnType<typeof createObjects>
