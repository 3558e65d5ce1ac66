import { call, waitUntilBack } from 'stowage/web'
import { counted, displayName, Failure, isTemporaryFailure } from 'stowage'
import { objects } from '../contract.ts'
import { noun } from './items.ts'
import { pagesOf } from '../pages-of.ts'

const STEP = 1000

/** Items to delete: keys, and folders with everything below them. */
export type DeletionTargets = { keys: readonly string[]; folders: readonly string[] }

/** Progress: the number of items done, and those that failed with the reason. */
export type StepResult = { done: number; failed: readonly { path: string; message: string }[] }

/** Deleted keys with the version IDs of their delete markers: empty if none was added, `undefined` if unknown. */
export type DeletedKeys = Map<string, string | undefined>

type Markers = readonly { path: string; versionID: string }[]

const chunks = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

/** Callbacks of a long operation, and the signal that stops it. */
export type ProgressCallbacks = {
  /** Called with the total after each step. */
  onProgress: (done: StepResult) => void
  /** Called with the reason when it waits for the server, and without when it continues. */
  onWait: (failure?: Failure) => void
  signal: AbortSignal
}

/** Throws `Failure` 409 with the reasons if some objects could not be `done`. */
export const assertNoneFailed = (failed: StepResult['failed'], done: 'deleted' | 'restored') => {
  if (failed.length > 0)
    throw new Failure(409, `${counted(failed.length, noun)} could not be ${done}`, {
      detail: failed.map(({ path, message }) => `${displayName(path)}: ${message}`).join('\n'),
    })
}

/** Callbacks of an operation that shows no progress and cannot be stopped. */
export const withoutProgress = (): ProgressCallbacks => ({
  onProgress: () => undefined,
  onWait: () => undefined,
  signal: new AbortController().signal,
})

/** Repeats a step until the server is reachable; steps are idempotent. */
export const retryUntilReachable = async <T>(
  step: () => Promise<T>,
  { onWait, signal }: ProgressCallbacks,
): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      const done = await step()
      onWait()
      return done
    } catch (error) {
      if (!(error instanceof Failure) || !isTemporaryFailure(error) || signal.aborted) throw error
      onWait(error)
      await waitUntilBack(tries, signal)
      if (signal.aborted) throw error
    }
  }
}

const removeMany = async (bucket: string, keys: readonly string[]) => {
  const { deleted, failed, markers } = await call(objects.removeMany, {
    params: { bucket },
    body: keys.map((path) => ({ path })),
  })
  return { done: deleted, failed, markers }
}

const removeOne = async (bucket: string, path: string) => {
  const { marker } = await call(objects.remove, { params: { bucket }, query: { path } })
  return { done: 1, failed: [], markers: marker === undefined ? [] : [{ path, versionID: marker }] }
}

/** Deletes keys, and adds them to `deleted`. */
const removeKeys = async (
  bucket: string,
  keys: readonly string[],
  progress: ProgressCallbacks,
  deleted: DeletedKeys | undefined,
): Promise<StepResult> => {
  const [only = '', ...others] = keys
  let tries = 0
  const { done, failed, markers } = await retryUntilReachable((): Promise<StepResult & { markers: Markers }> => {
    tries += 1
    return others.length > 0 ? removeMany(bucket, keys) : removeOne(bucket, only)
  }, progress)
  const failedPaths = new Set(failed.map(({ path }) => path))
  // an earlier try may have added markers, too
  const versions = new Map(tries > 1 ? [] : markers.map(({ path, versionID }) => [path, versionID]))
  for (const key of keys) if (!failedPaths.has(key)) deleted?.set(key, versions.get(key))
  return { done, failed }
}

/** Deletes a folder a thousand keys at a time, so that it can be stopped and show progress. */
const removeFolder = async function* (
  bucket: string,
  path: string,
  progress: ProgressCallbacks,
): AsyncGenerator<StepResult> {
  const query = { path, recursive: 'true', limit: String(STEP) } as const
  const remove = (cursor?: string) =>
    retryUntilReachable(() => call(objects.remove, { params: { bucket }, query: { ...query, cursor } }), progress)
  for await (const { deleted, failed } of pagesOf(remove)) yield { done: deleted, failed }
}

/** Deletes everything in a folder's listing, and adds the keys to `deleted`. */
const removeListed = async function* (
  bucket: string,
  prefix: string,
  progress: ProgressCallbacks,
  deleted: DeletedKeys,
): AsyncGenerator<StepResult> {
  const query = { prefix, recursive: 'true', limit: String(STEP) } as const
  const read = (cursor?: string) =>
    retryUntilReachable(() => call(objects.list, { params: { bucket }, query: { ...query, cursor } }), progress)
  for await (const page of pagesOf(read)) {
    const keys = page.objects.map(({ name }) => name)
    if (keys.length > 0) yield await removeKeys(bucket, keys, progress, deleted)
  }
}

const steps = async function* (
  bucket: string,
  { keys, folders }: DeletionTargets,
  progress: ProgressCallbacks,
  deleted: DeletedKeys | undefined,
): AsyncGenerator<StepResult> {
  for (const some of chunks(keys, STEP)) yield await removeKeys(bucket, some, progress, deleted)
  for (const folder of folders) {
    try {
      yield* deleted ? removeListed(bucket, folder, progress, deleted) : removeFolder(bucket, folder, progress)
    } catch (error) {
      // a single item throws; among several, the others continue
      if (
        !(error instanceof Failure) ||
        error.status === 401 ||
        progress.signal.aborted ||
        keys.length + folders.length === 1
      )
        throw error
      yield { done: 0, failed: [{ path: folder, message: error.message }] }
    }
  }
}

/**
 * Deletes everything step by step until done or stopped; waits while the server is unreachable. Adds each deleted key
 * to `deleted`, for Undo.
 */
export const removeAll = async (
  bucket: string,
  toDelete: DeletionTargets,
  progress: ProgressCallbacks,
  deleted?: DeletedKeys,
): Promise<StepResult> => {
  let sum: StepResult = { done: 0, failed: [] }
  try {
    for await (const step of steps(bucket, toDelete, progress, deleted)) {
      sum = { done: sum.done + step.done, failed: [...sum.failed, ...step.failed] }
      progress.onProgress(sum)
      if (progress.signal.aborted) break
    }
  } catch (error) {
    if (!progress.signal.aborted) throw error
  }
  return sum
}
