import type { EmbeddedBackgroundContext, Background } from 'stowage/server'
import { uploadOf } from 'stowage/engines/embedded'
import { deleteUpload } from './parts.ts'
import * as messages from '../messages.ts'

/** Interval of the check for abandoned uploads, and the age at which an upload counts as abandoned, in ms. */
const [INTERVAL, MAX_AGE] = [60 * 60 * 1000, 7 * 24 * 60 * 60 * 1000]

/** Aborts multipart uploads that are a week old or whose bucket was deleted, and deletes files without an upload. */
export const background = ({ index, blobs, clock, log }: EmbeddedBackgroundContext): Background => {
  const sweep = async () => {
    const files = await blobs.parts.all()
    const buckets = new Set(Array.from(index.buckets.getRange(), ({ value }) => value.id))
    const all = Array.from(index.uploads.getRange(), ({ key, value }) => ({
      at: key,
      ...uploadOf(key),
      started: value.started,
    }))
    const abandoned = all.filter(({ bucket, started }) => !buckets.has(bucket) || started < clock() - MAX_AGE)
    if (abandoned.length > 0) await index.writeAnyway(() => abandoned.forEach(({ at }) => deleteUpload(index, at)))
    // an upload is in the index before its file exists
    const activeIds = new Set(all.filter((upload) => !abandoned.includes(upload)).map(({ id }) => id))
    for (const name of files) if (!activeIds.has(name)) await blobs.parts.remove(name)
  }
  const logError = (error: unknown) => log.warn({ err: error }, messages.incompleteUploadsNotDeleted)
  let sweeping = sweep().catch(logError)
  const timer = setInterval(() => void (sweeping = sweeping.then(sweep).catch(logError)), INTERVAL).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await sweeping
    },
  }
}
