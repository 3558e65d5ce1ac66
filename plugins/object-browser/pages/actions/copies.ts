import { call } from 'stowage/web'
import { counted, Failure, displayName } from 'stowage'
import { objects } from '../../contract.ts'
import { copying, MAX_COPIES } from '../../copying/contract.ts'
import { noun, type Row } from '../items.ts'
import { lastName } from '../path.ts'
import { type ProgressCallbacks, type StepResult, retryUntilReachable } from '../removal.ts'
import { reconcileRetry } from './reconcile-retry.ts'
import type { CopyOptions, Step } from './copy-step.ts'
import * as messages from '../../messages.ts'

/** Copies the objects of all steps in batches until done or stopped; waits while the server is unreachable. */
export const copyAll = async (
  from: string,
  steps: AsyncIterable<readonly Step[]>,
  options: CopyOptions,
  progress: ProgressCallbacks,
): Promise<StepResult> => {
  const { signal } = progress
  let sum: StepResult = { done: 0, failed: [] }
  const add = ({ done, failed }: StepResult) => {
    sum = { done: sum.done + done, failed: [...sum.failed, ...failed] }
    progress.onProgress(sum)
  }
  const copyBatch = async (part: readonly Step[]) => {
    const quiet = { ...progress, onProgress: () => undefined }
    let attempts = 0
    const send = () => {
      attempts += 1
      return call(copying.copy, { params: { bucket: from }, body: { ...options, objects: [...part] } })
    }
    const outcome = async (): Promise<StepResult> => {
      try {
        return await retryUntilReachable(send, quiet)
      } catch (error) {
        // a batch failed completely, but the next one may succeed
        if (!(error instanceof Failure) || error.status === 401 || signal.aborted) throw error
        return { done: 0, failed: part.map(({ path }) => ({ path, message: error.message })) }
      }
    }
    const result = await outcome()
    add(attempts > 1 ? await retryUntilReachable(() => reconcileRetry(from, part, options, result), quiet) : result)
  }
  try {
    for await (const page of steps)
      for (let at = 0; at < page.length && !signal.aborted; at += MAX_COPIES)
        await copyBatch(page.slice(at, at + MAX_COPIES))
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return sum
}

/** Most errors in one message. */
const MAX_NAMES = 3

/** Describes the objects that could not be `done`. */
export const failureOf = (done: string, failed: StepResult['failed']) =>
  new Failure(
    409,
    messages.actionFailedFor(
      counted(failed.length, noun),
      done,
      failed
        .slice(0, MAX_NAMES)
        .map(({ path, message }) => `${displayName(path)}: ${message}`)
        .join('. '),
    ),
  )

/** Whether a folder would be copied into itself, which would never end. */
export const isInside = (folder: string, target: string) => target.startsWith(folder)

/**
 * Steps that copy rows into a folder, page by page for folders; `named` renames a single row. Waits while the server is
 * unreachable.
 */
export const stepsInto = async function* (
  bucket: string,
  rows: readonly Row[],
  target: string,
  { named: newName, progress }: { named?: string | undefined; progress: ProgressCallbacks },
): AsyncGenerator<Step[]> {
  const { signal } = progress
  const nameOf = (path: string) => (newName === undefined ? lastName(path) : newName + (path.endsWith('/') ? '/' : ''))
  const keys = rows.filter(({ kind }) => kind === 'object')
  if (keys.length > 0) yield keys.map(({ path }) => ({ path, to: target + (newName ?? lastName(path)) }))
  for (const { path: folder } of rows.filter(({ kind }) => kind === 'folder')) {
    let cursor: string | undefined
    do {
      const query = { prefix: folder, recursive: 'true', limit: '1000', cursor }
      const read = () => call(objects.list, { params: { bucket }, query }, { signal })
      const page = await retryUntilReachable(read, progress)
      yield page.objects.map(({ name }) => ({ path: name, to: target + nameOf(folder) + name.slice(folder.length) }))
      cursor = page.cursor
    } while (cursor && !signal.aborted)
  }
}
