import { type State, states, type Transfer } from './jobs.ts'

/** Summary of the transfers of one uploaded folder; sizes in bytes. */
export type FolderTransfer = {
  /** Identifies the upload: the same folder may be uploaded twice. */
  id: string
  bucket: string
  /** The folder's key, with the trailing slash. */
  key: string
  counts: Readonly<Record<State, number>>
  size: number
  /** Size of the finished files. */
  finished: number
  sent: number
  rate: number
}

type Sum = {
  bucket: string
  key: string
  members: Record<State, Set<number>>
  size: number
  finished: number
  sent: number
  rate: number
}

const noMembers = () => Object.fromEntries(states.map((state) => [state, new Set()])) as unknown as Sum['members']

const countsOf = ({ members }: Sum) =>
  Object.fromEntries(states.map((state) => [state, members[state].size])) as Record<State, number>

const allOf = ({ members }: Sum) => states.reduce((sum, state) => sum + members[state].size, 0)

/** Aggregates transfers by the folder they were selected with, in constant time per change. */
export const createFolders = () => {
  const sums = new Map<string, Sum>()
  const add = (transfer: Transfer, sign: 1 | -1) => {
    const { folder, bucket, id, state, size, sent, rate } = transfer
    if (!folder) return
    const none = { size: 0, finished: 0, sent: 0, rate: 0 }
    const sum = sums.get(folder.id) ?? { bucket, key: folder.key, members: noMembers(), ...none }
    sums.set(folder.id, sum)
    if (sign > 0) sum.members[state].add(id)
    else sum.members[state].delete(id)
    sum.size += sign * size
    if (state === 'done') sum.finished += sign * size
    sum.sent += sign * sent
    sum.rate += sign * rate
    if (allOf(sum) === 0) sums.delete(folder.id)
  }
  return {
    enter: (transfer: Transfer) => add(transfer, 1),
    leave: (transfer: Transfer) => add(transfer, -1),
    all: (): FolderTransfer[] =>
      [...sums].map(([id, sum]) => ({
        id,
        bucket: sum.bucket,
        key: sum.key,
        counts: countsOf(sum),
        size: sum.size,
        finished: sum.finished,
        sent: sum.sent,
        rate: sum.rate,
      })),
    /** Ids of a folder's transfers that are in one of these states. */
    members: (id: string, inStates: readonly State[]) =>
      inStates.flatMap((state) => [...(sums.get(id)?.members[state] ?? [])]),
    isActive: (id: string) => {
      const sum = sums.get(id)
      return sum !== undefined && sum.members.running.size + sum.members.waiting.size + sum.members.paused.size > 0
    },
  }
}
