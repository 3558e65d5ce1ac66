import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { type Item, objects } from '../../contract.ts'
import { copying } from '../../copying/contract.ts'
import type { StepResult } from '../removal.ts'
import type { CopyOptions, Step } from './copy-step.ts'

/** The current object of a key; `undefined` if there is none. */
const findObject = async (bucket: string, prefix: string, version_id?: string): Promise<Item | undefined> => {
  try {
    return await call(objects.info, { params: { bucket }, query: { prefix, version_id } })
  } catch (error) {
    if (error instanceof Failure && [403, 404].includes(error.status)) return undefined
    throw error
  }
}

const isSame = (one: Item, other: Item) =>
  one.size === other.size &&
  ((one.etag !== undefined && one.etag === other.etag) ||
    (one.checksum !== undefined && one.checksum === other.checksum))

/**
 * Corrects the result of a call that was repeated after its response was lost: what the first attempt had done is not a
 * failure, and sources it had copied but not deleted are deleted now.
 */
export const reconcileRetry = async (
  from: string,
  steps: readonly Step[],
  options: CopyOptions,
  { done, failed }: StepResult,
): Promise<StepResult> => {
  const to = options.bucket || from
  const isDone = async ({ path, version_id, to: key }: Step) => {
    const [source, copy] = await Promise.all([findObject(from, path, version_id), findObject(to, key)])
    if (!copy) return false
    if (!source) return options.mode === 'move'
    if (!isSame(source, copy)) return false
    if (options.mode !== 'move') return true
    const retry = { ...options, existing: 'replace' as const, objects: [{ path, to: key }] }
    return call(copying.copy, { params: { bucket: from }, body: retry }).then(({ done: moved }) => moved === 1)
  }
  const stillFailed: StepResult['failed'][number][] = []
  for (const one of failed) {
    const step = steps.find(({ path }) => path === one.path)
    if (!step || !(await isDone(step))) stillFailed.push(one)
  }
  return { done: done + failed.length - stillFailed.length, failed: stillFailed }
}
