import { call } from '../../../core/client.ts'
import { Failure } from '../../../core/failure.ts'
import { objects } from '../contract.ts'

const STEP = 1000

/** What is to go: keys, and folders with everything below them. */
export type Doomed = { keys: readonly string[]; folders: readonly string[] }

/** What has gone so far, and what could not be removed with the reason. */
export type Removed = { deleted: number; failed: readonly { path: string; message: string }[] }

const chunks = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

const removeKeys = async (bucket: string, keys: readonly string[]): Promise<Removed> => {
  const [only] = keys
  if (keys.length > 1 || only === undefined)
    return call(objects.removeMany, { params: { bucket }, body: keys.map((path) => ({ path })) })
  await call(objects.remove, { params: { bucket }, query: { path: only } })
  return { deleted: 1, failed: [] }
}

/** Removes a folder a thousand keys at a time, so that it can be stopped in between and tells how far it is. */
const removeFolder = async function* (bucket: string, path: string): AsyncGenerator<Removed> {
  for (;;) {
    const step = await call(objects.remove, {
      params: { bucket },
      query: { path, recursive: 'true', limit: String(STEP) },
    })
    yield { deleted: step.deleted, failed: [] }
    if (!step.partial) return
    if (!step.deleted) throw new Failure(409, 'Nothing more in this folder can be deleted')
  }
}

const steps = async function* (bucket: string, { keys, folders }: Doomed): AsyncGenerator<Removed> {
  for (const some of chunks(keys, STEP)) yield removeKeys(bucket, some)
  for (const folder of folders) {
    try {
      yield* removeFolder(bucket, folder)
    } catch (error) {
      // a single thing fails as a call does; among several the others go on
      if (!(error instanceof Failure) || error.status === 401 || keys.length + folders.length === 1) throw error
      yield { deleted: 0, failed: [{ path: folder, message: error.message }] }
    }
  }
}

/** Removes all of it step by step; after each step `onProgress` hears the sum so far, and `signal` may stop it. */
export const removeAll = async (
  bucket: string,
  doomed: Doomed,
  { onProgress, signal }: { onProgress: (removed: Removed) => void; signal: AbortSignal },
): Promise<Removed> => {
  let sum: Removed = { deleted: 0, failed: [] }
  for await (const step of steps(bucket, doomed)) {
    sum = { deleted: sum.deleted + step.deleted, failed: [...sum.failed, ...step.failed] }
    onProgress(sum)
    if (signal.aborted) break
  }
  return sum
}
