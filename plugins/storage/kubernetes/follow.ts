import { isDeepStrictEqual } from 'node:util'
import { type Change, type Resource, mergeInBatches } from 'stowage/engines/kubernetes'
import type { Drive, DriveChange } from '../contract.ts'
import { type Manager, driveIdOf } from './drive-manager.ts'
import type { KubernetesAdapterContext } from 'stowage/server'

type List = Map<string, Resource>

const applyChange = (list: List, change: Change): List => {
  if (change.kind === 'all') return new Map(change.items.map((item) => [item.metadata.name, item]))
  if (change.kind === 'deleted') list.delete(change.item.metadata.name)
  else list.set(change.item.metadata.name, change.item)
  return list
}

const differenceOf = (before: readonly Drive[], now: readonly Drive[]): Extract<DriveChange, { kind: 'some' }> => {
  const previous = new Map(before.map((drive) => [driveIdOf(drive), drive]))
  const currentIds = new Set(now.map(driveIdOf))
  return {
    kind: 'some',
    set: now.filter((drive) => !isDeepStrictEqual(previous.get(driveIdOf(drive)), drive)),
    removed: before.filter((drive) => !currentIds.has(driveIdOf(drive))).map(({ node, drive }) => ({ node, drive })),
  }
}

/**
 * Watches both lists that drives are read from. Yields all drives first, then their changes; changes that arrive
 * together are yielded together.
 */
export async function* followDrives(
  watch: KubernetesAdapterContext['watch'],
  { sources, drivesFrom }: Manager,
  signal: AbortSignal,
): AsyncGenerator<DriveChange> {
  const lists: [List | undefined, List | undefined] = [undefined, undefined]
  const of = (index: 0 | 1) =>
    async function* (until: AbortSignal) {
      for await (const change of watch(sources[index], { signal: until })) yield { index, change }
    }
  let before: Drive[] | undefined
  for await (const news of mergeInBatches([of(0), of(1)], signal)) {
    for (const { index, change } of news)
      lists[index] = applyChange(lists[index] ?? new Map<string, Resource>(), change)
    const [first, second] = lists
    if (!first || !second) continue
    const now = drivesFrom([...first.values()], [...second.values()])
    const change: DriveChange = before ? differenceOf(before, now) : { kind: 'all', drives: now }
    before = now
    if (change.kind === 'all' || change.set.length + change.removed.length > 0) yield change
  }
}
