import { subscribe } from 'valtio'
import { showError, session, upload } from 'stowage/web'
import { Failure } from 'stowage'
import { objects } from '../contract.ts'
import { smallPartSizeOf, MAX_WHOLE_SIZE } from '../parts.ts'
import { withRetries } from './with-retries.ts'
import { checksumOf } from './crc32.ts'
import { type JobCallbacks, isTask, isUpload, type Outcome, type RunJob, type Upload } from './jobs.ts'
import { createQueue } from './queue.ts'
import { receive } from './receive.ts'
import { isSmallEnough, abortUpload, recordTooLarge, wrapReadError, releasePaused, sendParts } from './send-parts.ts'
import { withSlot } from './slots.ts'
import * as messages from '../messages.ts'

/** Concurrent transfers, which share the connections. */
const CONCURRENCY = 4

const errorMessages = {
  upload: messages.uploadFailed,
  download: messages.objectNotDownloaded,
  task: 'Some operations failed.',
} as const

/** Reports failed uploads (spec/2 section 8). Success is visible in the dock, which is already open. */
const report = ({ failed }: Outcome) => {
  // others may have failed before
  const last = uploads.first('failed', Infinity).at(-1)
  if (failed) showError(new Failure(last?.status ?? 0, errorMessages[last?.kind ?? 'upload'], { detail: last?.reason }))
}

/** Falls back to parts if a proxy refuses a file of this size. */
const inPartsIfTooLarge = async (upload: Upload, callbacks: JobCallbacks, work: Promise<void>) => {
  const { size } = upload.file
  try {
    await work
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 413 || size <= smallPartSizeOf(size)) throw error
    recordTooLarge(size)
    await sendParts(upload, callbacks)
  }
}

/** Sends a file in one request with its checksum; starts over if the server was unreachable in between. */
const sendInOneRequest = ({ bucket, key, file }: Upload, callbacks: JobCallbacks) =>
  withSlot(callbacks.signal, async () => {
    const crc32 = await wrapReadError(checksumOf(file, callbacks.signal))
    return withRetries(callbacks.signal, () => {
      callbacks.onKept(0)
      return upload(
        objects.upload,
        { params: { bucket }, query: { key, crc32 } },
        { name: 'file', blob: file, size: file.size },
        callbacks,
      )
    })
  })

const send: RunJob = (job, callbacks) => {
  if (isTask(job)) return job.run(callbacks)
  if (!isUpload(job)) return receive(job, callbacks)
  return job.file.size > MAX_WHOLE_SIZE || !isSmallEnough(job.file.size)
    ? sendParts(job, callbacks)
    : inPartsIfTooLarge(job, callbacks, sendInOneRequest(job, callbacks))
}

/** Transfers of this tab; they continue while the user navigates. */
export const uploads = createQueue(send, {
  atOnce: CONCURRENCY,
  onIdle: report,
  onCancel: (job) => void (isUpload(job) && abortUpload(job)),
})

const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()

uploads.subscribe(() => {
  if (uploads.active()) window.addEventListener('beforeunload', confirmLeave)
  else window.removeEventListener('beforeunload', confirmLeave)
})

let owner = session.value?.account

// signing out discards the transfers, so that no other user finds them; after a lost session they may continue
subscribe(session, () => {
  const account = session.value?.account
  const signedOut = session.state === 'out' && !session.endReason
  if (signedOut || (account && owner && account !== owner)) {
    uploads.stopAll('left')
    uploads.clear()
    releasePaused()
  }
  if (account && account === owner)
    for (const { id, status } of uploads.first('failed', Infinity)) if (status === 401) uploads.retry(id)
  owner = account ?? owner
})
