import { useRef, useState } from 'react'
import { call } from '../../../../core/client.ts'
import type { Input } from '../../../../core/contract.ts'
import { Failure } from '../../../../core/failure.ts'
import { replication } from '../../replication.ts'

/** How many buckets are set up side by side. */
const AT_ONCE = 4
/** How long a row that succeeded is still seen, in ms (spec/2 section 4). */
const LEAVE = 500

/** What has become of one bucket: nothing yet, in the queue, being done, done, or why not. */
export type Result = 'none' | 'waiting' | 'running' | 'done' | { failed: string; detail?: string }

/** A bucket, the remote one that is chosen for it, and what has become of it. */
export type Row = { bucket: string; remote: string; result: Result }

/** Everything that all of the buckets share. */
export type Shared = Omit<Input<typeof replication.replicate>['body'], 'bucketsRelation'>

const setUp = async (shared: Shared, { bucket, remote }: Row): Promise<Result> => {
  try {
    const body = { ...shared, bucketsRelation: [{ originBucket: bucket, destinationBucket: remote }] }
    const [told] = (await call(replication.replicate, { body })).replicationState
    if (!told) return { failed: 'No changes applied' }
    return told.errorString ? { failed: told.message ?? told.errorString, detail: told.errorString } : 'done'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { failed: error.message }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Buckets that are to replicate, a few at a time; those that do leave the list, those that failed stay to be corrected.
 * `onEnd` is told once all do. What is stopped ends what it has begun.
 */
export const useAssignments = (names: readonly string[], onEnd: () => void) => {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    names.map((bucket) => ({ bucket, remote: '', result: 'none' })),
  )
  const [running, setRunning] = useState(false)
  const [stopping, setStopping] = useState(false)
  const stopped = useRef(false)

  const tell = (bucket: string, change: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.bucket === bucket ? { ...row, ...change } : row)))

  /** A remote bucket of the same name is chosen by itself; what was chosen before stays while it is there. */
  const offer = (remotes: readonly string[]) =>
    setRows((all) =>
      all.map((row) => {
        const [kept] = [row.remote, row.bucket].filter((name) => remotes.includes(name))
        return { ...row, remote: kept ?? '' }
      }),
    )

  const run = async (shared: Shared) => {
    setRunning(true)
    stopped.current = false
    const queue = [...rows]
    setRows((all) => all.map((row) => ({ ...row, result: 'waiting' })))
    const leaving: Promise<void>[] = []
    let failed = 0
    const work = async () => {
      for (let row = queue.shift(); row && !stopped.current; row = queue.shift()) {
        const { bucket } = row
        tell(bucket, { result: 'running' })
        const result = await setUp(shared, row)
        tell(bucket, { result })
        if (result === 'done')
          leaving.push(pause(LEAVE).then(() => setRows((all) => all.filter((one) => one.bucket !== bucket))))
        else failed += 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await Promise.all(leaving)
    setRows((all) => all.map((row) => (row.result === 'waiting' ? { ...row, result: 'none' } : row)))
    setRunning(false)
    setStopping(false)
    if (failed === 0 && !stopped.current) onEnd()
  }
  const stop = () => {
    stopped.current = true
    setStopping(true)
  }
  return {
    rows,
    running,
    stopping,
    offer,
    choose: (bucket: string, remote: string) => tell(bucket, { remote, result: 'none' }),
    run,
    stop,
  }
}
