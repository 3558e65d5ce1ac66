import { randomBytes } from 'node:crypto'
import type { KeyValueStore } from '../../lib/key-value-store.ts'
import { StartError } from '../../start-error.ts'
import type { Resource } from '../client.ts'
import { demonstrationClusterDamaged } from '../messages.ts'

/** Identifies a kind by group and plural. */
export type GroupResource = { readonly group: string; readonly plural: string }

/** A change of an object; `object` is the current or last state. */
export type ObjectChange = GroupResource & {
  version: number
  before: Resource | undefined
  object: Resource
  isDeleted: boolean
}

type Stored = { version: number; secret: string; objects: [resource: string, objects: Resource[]][] }

/** Number of changes kept for watches; older watchers must start over. */
const MAX_CHANGES = 2000

const NAME = 'demo-cluster'

const resourceName = ({ group, plural }: GroupResource) => `${group}/${plural}`
const keyOf = ({ namespace = '', name }: { namespace?: string | undefined; name: string }) => `${namespace}/${name}`

const readStored = async (keyValueStore: KeyValueStore): Promise<Stored | undefined> => {
  const text = await keyValueStore.read(NAME)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Stored
  } catch {
    throw new StartError(demonstrationClusterDamaged(NAME))
  }
}

/** Object store of the demonstration cluster. Each change increments the resource version. */
export const openStore = async (keyValueStore: KeyValueStore) => {
  const stored = await readStored(keyValueStore)
  const objects = new Map(
    (stored?.objects ?? []).map(([resource, list]) => [
      resource,
      new Map(list.map((object) => [keyOf(object.metadata), object])),
    ]),
  )
  const secret = stored?.secret ?? randomBytes(32).toString('base64url')
  let version = (stored?.version ?? 1000) + 1
  const firstVersion = version
  const changes: ObjectChange[] = []
  const listeners = new Set<(event: ObjectChange) => void>()
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let isSeeded = stored !== undefined
  let writtenVersion = stored ? version : 0

  const text = () =>
    JSON.stringify({
      version,
      secret,
      objects: [...objects].map(([resource, list]) => [resource, [...list.values()]]),
    } satisfies Stored)

  const emit = (event: ObjectChange) => {
    changes.push(event)
    if (changes.length > MAX_CHANGES) changes.shift()
    for (const listener of [...listeners]) listener(event)
  }

  const listOf = (resource: GroupResource) => {
    const name = resourceName(resource)
    const resources = objects.get(name) ?? new Map<string, Resource>()
    objects.set(name, resources)
    return resources
  }

  const get = (resource: GroupResource, namespace: string | undefined, name: string) =>
    objects.get(resourceName(resource))?.get(keyOf({ namespace, name }))

  return {
    isNew: stored === undefined,
    /** Secret that this cluster's tokens are signed with. */
    secret,
    version: () => version,
    get,

    /** Objects of a kind sorted by name, in one or all namespaces. */
    list: (resource: GroupResource, namespace?: string): Resource[] =>
      [...(objects.get(resourceName(resource))?.entries() ?? [])]
        .filter(([, { metadata }]) => namespace === undefined || metadata.namespace === namespace)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, object]) => object),

    resources: (): GroupResource[] =>
      [...objects.keys()].map((name) => ({
        group: name.slice(0, name.indexOf('/')),
        plural: name.slice(name.indexOf('/') + 1),
      })),

    /** Stores an object under a new resource version. */
    put: (resource: GroupResource, input: Resource): Resource => {
      const before = get(resource, input.metadata.namespace, input.metadata.name)
      version += 1
      const object = { ...input, metadata: { ...input.metadata, resourceVersion: String(version) } }
      listOf(resource).set(keyOf(object.metadata), object)
      emit({ group: resource.group, plural: resource.plural, version, before, object, isDeleted: false })
      return object
    },

    delete: (resource: GroupResource, { metadata }: Resource) => {
      const before = get(resource, metadata.namespace, metadata.name)
      if (!before) return
      version += 1
      objects.get(resourceName(resource))?.delete(keyOf(metadata))
      const object = { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } }
      emit({ group: resource.group, plural: resource.plural, version, before, object, isDeleted: true })
    },

    /** Changes since a version; `undefined` if it is too old. */
    changesSince: (from: number): ObjectChange[] | undefined => {
      if (from < (changes.length < MAX_CHANGES ? firstVersion : (changes[0]?.version ?? 0))) return undefined
      return changes.filter((event) => event.version > from)
    },

    listen: (listener: (event: ObjectChange) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Resolves once all changes are on disk; concurrent callers share one write. */
    flush: (): Promise<void> => {
      if (!keyValueStore.isDurable || !isSeeded || (writtenVersion === version && !next)) return writing
      next ??= writing
        .catch(() => undefined)
        .then(() => {
          next = undefined
          const upTo = version
          writing = keyValueStore.write(NAME, text()).then(() => {
            writtenVersion = upTo
          })
          return writing
        })
      return next
    },

    /** Enables writing to disk after the seed is complete, so that an aborted start leaves nothing half done. */
    finishSeed: () => {
      isSeeded = true
    },
  }
}

export type Store = Awaited<ReturnType<typeof openStore>>
