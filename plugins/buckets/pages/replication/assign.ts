import { useRef, useState } from 'react'
import { call, pMap } from 'stowage/web'
import { Failure, type Input } from 'stowage'
import { replication } from '../../replication.ts'

/** Number of buckets set up in parallel. */
const CONCURRENCY = 4
/** Time before a successful row disappears, in ms (spec/2 section 4). */
const REMOVAL_DELAY = 500

export type Result = 'none' | 'waiting' | 'running' | 'done' | { failed: string; detail?: string }

/** A bucket, the remote bucket chosen for it, and the result. */
export type Row = { bucket: string; remote: string; result: Result }

/** Settings shared by all buckets. */
export type Shared = Omit<Input<typeof replication.replicate>['body'], 'bucketsRelation'>

const setUp = async (shared: Shared, { bucket, remote }: Row): Promise<Result> => {
  try {
    const body = { ...shared, bucketsRelation: [{ originBucket: bucket, destinationBucket: remote }] }
    const [result] = (await call(replication.replicate, { body })).replicationState
    if (!result) return { failed: 'No changes applied' }
    return result.errorString ? { failed: result.message ?? result.errorString, detail: result.errorString } : 'done'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { failed: error.message }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Sets up replication of several buckets, a few in parallel. Successful rows disappear, failed ones stay for
 * correction. `onEnd` is called when all have succeeded. Stopping lets started requests finish.
 */
export const useAssignments = (names: readonly string[], onEnd: () => void) => {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    names.map((bucket) => ({ bucket, remote: '', result: 'none' })),
  )
  const [running, setRunning] = useState(false)
  const [stopping, setStopping] = useState(false)
  const stopped = useRef(false)

  const updateRow = (bucket: string, change: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.bucket === bucket ? { ...row, ...change } : row)))

  /** Preselects a remote bucket of the same name; an earlier choice stays while it exists. */
  const offer = (remotes: readonly string[]) =>
    setRows((all) =>
      all.map((row) => {
        const [choice] = [row.remote, row.bucket].filter((name) => remotes.includes(name))
        return { ...row, remote: choice ?? '' }
      }),
    )

  const run = async (shared: Shared) => {
    setRunning(true)
    stopped.current = false
    setRows((all) => all.map((row) => ({ ...row, result: 'waiting' })))
    const leaving: Promise<void>[] = []
    let failed = 0
    const assign = async (row: Row) => {
      if (stopped.current) return
      const { bucket } = row
      updateRow(bucket, { result: 'running' })
      const result = await setUp(shared, row)
      updateRow(bucket, { result })
      if (result === 'done')
        leaving.push(pause(REMOVAL_DELAY).then(() => setRows((all) => all.filter((one) => one.bucket !== bucket))))
      else failed += 1
    }
    await pMap(rows, assign, { concurrency: CONCURRENCY })
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
    choose: (bucket: string, remote: string) => updateRow(bucket, { remote, result: 'none' }),
    run,
    stop,
  }
}
