import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { objects } from '../../contract.ts'
import { MAX_LINKS_PER_CALL, sharing } from '../../share/contract.ts'
import * as messages from '../../messages.ts'
import { pagesOf } from '../../pages-of.ts'

/** Items to share: objects, a single one possibly in an older version, and folders with everything below them. */
export type ShareTargets = { keys: readonly string[]; version?: string; folders: readonly string[] }

/** Most links created at a time. */
const MAX_LINKS = 10_000

/**
 * Keys of everything selected, including the current contents of folders. Throws `Failure` 413 if there are too many.
 */
const keysOf = async (bucket: string, { keys, folders }: ShareTargets, signal: AbortSignal) => {
  const all = [...keys]
  for (const prefix of folders) {
    const query = { prefix, recursive: 'true', limit: '1000' } as const
    const read = (cursor?: string) =>
      call(objects.list, { params: { bucket }, query: { ...query, cursor } }, { signal })
    for await (const page of pagesOf(read)) {
      all.push(...page.objects.map(({ name }) => name))
      if (all.length > MAX_LINKS)
        throw new Failure(413, 'Too many objects to share', {
          detail: messages.tooManyObjectsSelected(MAX_LINKS),
        })
    }
  }
  return all
}

/** First object of the selection, for a sample link. */
export const firstKey = async (
  bucket: string,
  { keys: [first], folders: [folder = ''] }: ShareTargets,
  signal: AbortSignal,
) => {
  if (first !== undefined) return first
  const { objects: found } = await call(
    objects.list,
    { params: { bucket }, query: { prefix: folder, recursive: 'true', limit: '1' } },
    { signal },
  )
  return found[0]?.name
}

/** Links to everything selected, one per line, and what could not be shared. */
export const createLinks = async (bucket: string, targets: ShareTargets, lifetime: number, signal: AbortSignal) => {
  const keys = await keysOf(bucket, targets, signal)
  if (keys.length === 0) throw new Failure(404, messages.nothingToShare)
  const links: string[] = []
  const failed: { path: string; message: string }[] = []
  for (let at = 0; at < keys.length; at += MAX_LINKS_PER_CALL) {
    const body = {
      objects: keys.slice(at, at + MAX_LINKS_PER_CALL).map((path) => ({ path })),
      expires: `${lifetime}ms`,
    }
    const result = await call(sharing.links, { params: { bucket }, body }, { signal })
    links.push(...result.links.map(({ url }) => url))
    failed.push(...result.failed)
  }
  return { links, failed }
}
