import { isDeepStrictEqual } from 'node:util'
import type { ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import { mergePatch } from '../merge-patch.ts'
import { type Address, verbOf } from './address.ts'
import { admitted, bodyOf, checked } from './admission.ts'
import { apiVersionOf, definedBy, definitions, type Served } from './kinds.ts'
import { applyJsonPatch } from './patch.ts'
import { invalid, Refusal } from './refusal.ts'
import { selecting } from './select.ts'
import type { Store } from './store.ts'

type Options = { preconditions?: { uid?: string; resourceVersion?: string }; gracePeriodSeconds?: number }

/** Termination grace period of a pod, in seconds. */
const GRACE = 30

const nounOf = ({ group, plural }: Served) => (group ? `${plural}.${group}` : plural)

const notFound = (served: Served, name: string) => new Refusal(404, `${nounOf(served)} "${name}" not found`)

const conflict = (served: Served, name: string) =>
  new Refusal(
    409,
    `Operation cannot be fulfilled on ${nounOf(served)} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
  )

const asServed = (served: Served, object: Resource): Resource => ({ ...object, apiVersion: apiVersionOf(served) })

/** Built-in kinds have their version and kind once per list instead of in each item. */
const asListItem = (served: Served, object: Resource) => {
  const { group } = served
  if (group.endsWith('.io') && !group.endsWith('.k8s.io')) return asServed(served, object)
  const { apiVersion: _, kind: __, ...rest } = object
  return rest
}

/** Reads, creates, updates and deletes objects like an API server. */
export const createObjects = (store: Store, clock: () => number) => {
  const readExisting = (served: Served, { namespace, name = '' }: Pick<Address, 'namespace' | 'name'>) => {
    const object = store.one(served, namespace, name)
    if (!object) throw notFound(served, name)
    return asServed(served, object)
  }

  const list = (served: Served, { namespace }: Address, query: NonNullable<ApiRequest['query']>) => {
    const fits = selecting(query.labelSelector as string | undefined, query.fieldSelector as string | undefined)
    const all = store.all(served, namespace).filter(fits)
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

  const create = (served: Served, { namespace }: Address, body: unknown, dry: boolean) => {
    const object = admitted(served, bodyOf(served, body, namespace), clock())
    const { name } = object.metadata
    if (namespace !== undefined && !store.one({ group: '', plural: 'namespaces' }, undefined, namespace))
      throw new Refusal(404, `namespaces "${namespace}" not found`)
    if (store.one(served, namespace, name))
      throw new Refusal(409, `${nounOf(served)} "${name}" already exists`, 'AlreadyExists', [], name)
    return dry ? object : store.put(served, object)
  }

  /** The result of an update: with a status subresource, either the status or the rest changes. */
  const updated = (served: Served, before: Resource, input: Resource, sub: string | undefined): Resource => {
    const { uid, creationTimestamp, deletionTimestamp, generation, resourceVersion } = before.metadata
    const own = {
      uid,
      creationTimestamp,
      generation,
      resourceVersion,
      ...(deletionTimestamp && { deletionTimestamp }),
    } as Partial<Resource['metadata']>
    if (sub === 'status') return checked(served, { ...before, status: input.status })
    const { deletionTimestamp: _, ...sent } = input.metadata
    const object: Resource = { ...input, metadata: { ...sent, ...own, name: before.metadata.name } }
    if (served.status) {
      if (before.status === undefined) delete object.status
      else object.status = before.status
    }
    const after = checked(served, object, before)
    if (!isDeepStrictEqual(after.spec, before.spec)) after.metadata.generation = Number(generation ?? 0) + 1
    return after
  }

  const save = (served: Served, before: Resource, after: Resource, dry: boolean) => {
    if (dry || isDeepStrictEqual(after, before)) return after
    const { deletionTimestamp, finalizers = [] } = after.metadata as {
      deletionTimestamp?: string
      finalizers?: string[]
    }
    const stored = store.put(served, after)
    if (deletionTimestamp && finalizers.length === 0 && served.plural !== 'pods') store.drop(served, stored)
    return stored
  }

  const replace = (served: Served, address: Address, body: unknown, dry: boolean) => {
    const before = readExisting(served, address)
    const input = bodyOf(served, body, address.namespace)
    const { name, resourceVersion, uid } = input.metadata
    if (name !== before.metadata.name)
      throw new Refusal(
        400,
        `the name of the object (${name}) does not match the name on the URL (${before.metadata.name})`,
      )
    if (resourceVersion === undefined && served.schema)
      throw invalid(nounOf(served), name, [
        { field: 'metadata.resourceVersion', message: 'Invalid value: 0: must be specified for an update' },
      ])
    if (
      (resourceVersion ?? before.metadata.resourceVersion) !== before.metadata.resourceVersion ||
      (uid ?? before.metadata.uid) !== before.metadata.uid
    )
      throw conflict(served, name)
    return save(served, before, updated(served, before, input, address.sub), dry)
  }

  const patch = (served: Served, address: Address, { body, type }: ApiRequest, dry: boolean) => {
    const before = readExisting(served, address)
    const after = (
      type === 'application/json-patch+json'
        ? applyJsonPatch(before, body as Parameters<typeof applyJsonPatch>[1])
        : mergePatch(before, body)
    ) as Resource
    if (after.metadata?.resourceVersion !== before.metadata.resourceVersion)
      throw conflict(served, before.metadata.name)
    return save(served, before, updated(served, before, bodyOf(served, after, address.namespace), address.sub), dry)
  }

  /** Deletes an object; with finalizers, or as a running pod, it is first marked for deletion. */
  const remove = (
    served: Served,
    object: Resource,
    { preconditions: { uid, resourceVersion } = {}, gracePeriodSeconds = GRACE }: Options,
  ) => {
    const { metadata, spec } = object
    if ((uid && uid !== metadata.uid) || (resourceVersion && resourceVersion !== metadata.resourceVersion))
      throw new Refusal(
        409,
        `Operation cannot be fulfilled on ${nounOf(served)} "${metadata.name}": Precondition failed: UID or resourceVersion in precondition does not match`,
      )
    const hasFinalizers = ((metadata.finalizers as string[] | undefined) ?? []).length > 0
    const markers =
      served.plural === 'pods' && gracePeriodSeconds > 0 && (spec as { nodeName?: string } | undefined)?.nodeName
    if (!hasFinalizers && !markers) {
      // deleting a definition deletes its objects
      if (served.group === definitions.group && served.plural === definitions.plural)
        for (const sort of definedBy(object)) for (const one of store.all(sort)) store.drop(sort, one)
      return store.drop(served, object)
    }
    if (metadata.deletionTimestamp) return
    store.put(served, {
      ...object,
      metadata: { ...metadata, deletionTimestamp: new Date(clock()).toISOString().replace(/\.\d+Z$/, 'Z') },
    })
  }

  const removeAll = (
    served: Served,
    { namespace }: Address,
    query: NonNullable<ApiRequest['query']>,
    options: Options,
  ) => {
    const fits = selecting(query.labelSelector as string | undefined, query.fieldSelector as string | undefined)
    for (const object of store.all(served, namespace).filter(fits)) remove(served, object, options)
  }

  const done = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }

  return {
    remove,

    answer: (served: Served, address: Address, ask: ApiRequest): { status: number; body: unknown } => {
      const { query = {}, body } = ask
      const dry = query.dryRun === 'All'
      const verb = verbOf(ask, address)
      if (verb === 'get') return { status: 200, body: readExisting(served, address) }
      if (verb === 'list') return { status: 200, body: list(served, address, query) }
      if (verb === 'create') return { status: 201, body: create(served, address, body, dry) }
      if (verb === 'update') return { status: 200, body: replace(served, address, body, dry) }
      if (verb === 'patch') return { status: 200, body: patch(served, address, ask, dry) }
      if (verb === 'deletecollection') removeAll(served, address, query, (body ?? {}) as Options)
      else if (verb === 'delete') remove(served, readExisting(served, address), (body ?? {}) as Options)
      return { status: 200, body: done }
    },
  }
}

export type Objects = ReturnType<typeof createObjects>
