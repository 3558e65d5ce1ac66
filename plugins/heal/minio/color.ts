import type { Color, Side } from '../contract.ts'

/** By parity: the largest surplus of shards, beyond those needed to read, that is red or yellow (console-api 16.4). */
const limits: Readonly<Record<number, readonly [red: number, yellow: number]>> = {
  1: [0, 0],
  2: [0, 1],
  3: [1, 2],
  4: [1, 2],
  5: [1, 3],
  6: [2, 4],
  7: [2, 4],
  8: [2, 5],
}

/** Color by remaining redundancy; grey if the item is lost. */
const colorOf = (surplus: number, parity: number): Color => {
  if (surplus < 0) return 'grey'
  const [red, yellow] = limits[Math.min(parity, 8)] ?? [-1, -1]
  if (surplus <= red) return 'red'
  return surplus <= yellow ? 'yellow' : 'green'
}

type Drives = readonly { uuid: string; endpoint: string; state: string }[]

/** An item to evaluate: objects by their shards, everything else by how many drives of a set agree. */
export type HealItem = { type: string; dataBlocks: number; parityBlocks: number; diskCount: number; setCount: number }

const colorOfItem = (
  { type, dataBlocks, parityBlocks, diskCount, setCount }: HealItem,
  drives: Drives,
  online: number,
): Color | undefined => {
  if (drives.length === 0) return undefined
  if (type === 'object') return colorOf(online - dataBlocks, parityBlocks)
  const sets = Math.max(1, setCount)
  const each = Math.floor((diskCount || drives.length) / sets)
  const quorum = Math.floor(each / 2) + 1
  return colorOf(Math.floor(online / sets) - quorum, each - quorum)
}

const corrupt = ['corrupt', 'faulty', 'unformatted', 'root-mount', 'permission-denied']

/** Health of an item on its drives; without a color if no drive was checked. */
export const healthOf = (item: HealItem, drives: Drives): Side => {
  const counted = (states: readonly string[]) => drives.filter(({ state }) => states.includes(state)).length
  const online = counted(['ok'])
  const color = colorOfItem(item, drives, online)
  return {
    ...(color && { color }),
    online,
    offline: counted(['offline']),
    missing: counted(['missing']),
    corrupted: counted(corrupt),
    drives: [...drives],
  }
}
