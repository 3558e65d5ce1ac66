import { randomBytes } from 'node:crypto'
import type { KeyValueStore } from '../../lib/key-value-store.ts'
import { StartError } from '../../start-error.ts'
import type { Resource } from '../client.ts'
import { demonstrationClusterDamaged } from '../messages.ts'

/** Identifies a kind by group and plural. */
export type Sort = { readonly group: string; readonly plural: string }

/** A change of an object; `object` is the current or last state. */
export type Event = Sort & { version: number; before: Resource | undefined; object: Resource; gone: boolean }

type Stored = { version: number; secret: string; objects: [sort: string, objects: Resource[]][] }

/** Number of changes kept for watches; older watchers must start over. */
const MAX_CHANGES = 2000

const NAME = 'demo-cluster'

const sortOf = ({ group, plural }: Sort) => `${group}/${plural}`
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
    (stored?.objects ?? []).map(([sort, list]) => [
      sort,
      new Map(list.map((object) => [keyOf(object.metadata), object])),
    ]),
  )
  const secret = stored?.secret ?? randomBytes(32).toString('base64url')
  let version = (stored?.version ?? 1000) + 1
  const firstVersion = version
  const changes: Event[] = []
  const listeners = new Set<(event: Event) => void>()
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let isSeeded = stored !== undefined
  let onDisk = stored ? version : 0

  const text = () =>
    JSON.stringify({
      version,
      secret,
      objects: [...objects].map(([sort, list]) => [sort, [...list.values()]]),
    } satisfies Stored)

  const emit = (event: Event) => {
    changes.push(event)
    if (changes.length > MAX_CHANGES) changes.shift()
    for (const listener of [...listeners]) listener(event)
  }

  const listOf = (sort: Sort) => {
    const name = sortOf(sort)
    const resources = objects.get(name) ?? new Map<string, Resource>()
    objects.set(name, resources)
    return resources
  }

  const one = (sort: Sort, namespace: string | undefined, name: string) =>
    objects.get(sortOf(sort))?.get(keyOf({ namespace, name }))

  return {
    fresh: stored === undefined,
    /** Secret that this cluster's tokens are signed with. */
    secret,
    version: () => version,
    one,

    /** Objects of a kind sorted by name, in one or all namespaces. */
    all: (sort: Sort, namespace?: string): Resource[] =>
      [...(objects.get(sortOf(sort))?.entries() ?? [])]
        .filter(([, { metadata }]) => namespace === undefined || metadata.namespace === namespace)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, object]) => object),

    sorts: (): Sort[] =>
      [...objects.keys()].map((name) => ({
        group: name.slice(0, name.indexOf('/')),
        plural: name.slice(name.indexOf('/') + 1),
      })),

    /** Stores an object under a new resource version. */
    put: (sort: Sort, input: Resource): Resource => {
      const before = one(sort, input.metadata.namespace, input.metadata.name)
      version += 1
      const object = { ...input, metadata: { ...input.metadata, resourceVersion: String(version) } }
      listOf(sort).set(keyOf(object.metadata), object)
      emit({ group: sort.group, plural: sort.plural, version, before, object, gone: false })
      return object
    },

    drop: (sort: Sort, { metadata }: Resource) => {
      const before = one(sort, metadata.namespace, metadata.name)
      if (!before) return
      version += 1
      objects.get(sortOf(sort))?.delete(keyOf(metadata))
      const object = { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } }
      emit({ group: sort.group, plural: sort.plural, version, before, object, gone: true })
    },

    /** Changes since a version; `undefined` if it is too old. */
    since: (from: number): Event[] | undefined => {
      if (from < (changes.length < MAX_CHANGES ? firstVersion : (changes[0]?.version ?? 0))) return undefined
      return changes.filter((event) => event.version > from)
    },

    listen: (listener: (event: Event) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Resolves once all changes are on disk; concurrent callers share one write. */
    saved: (): Promise<void> => {
      if (!keyValueStore.isDurable || !isSeeded || (onDisk === version && !next)) return writing
      next ??= writing
        .catch(() => undefined)
        .then(() => {
          next = undefined
          const upTo = version
          writing = keyValueStore.write(NAME, text()).then(() => {
            onDisk = upTo
          })
          return writing
        })
      return next
    },

    /** Enables writing to disk after the seed is complete, so that an aborted start leaves nothing half done. */
    begin: () => {
      isSeeded = true
    },
  }
}

export type Store = Awaited<ReturnType<typeof openStore>>
