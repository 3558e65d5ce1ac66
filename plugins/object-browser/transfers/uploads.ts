import { useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import { sayFailure } from '../../../core/banners.ts'
import { upload } from '../../../core/client.ts'
import { connection, doubt, untilBack } from '../../../core/connection.ts'
import { Failure, passesByItself } from '../../../core/failure.ts'
import { session } from '../../../core/session.ts'
import { objects } from '../contract.ts'
import { createQueue, type Outcome, type Send } from './queue.ts'

/** A browser opens six connections to a host; two stay free for the pages. */
const AT_ONCE = 4

/** Says that uploads failed (spec/2 section 8). That all are stored the dock says, which stands there already. */
const report = ({ failed }: Outcome) => {
  const first = uploads.read().find(({ state }) => state === 'failed')
  if (failed)
    sayFailure(new Failure(first?.status ?? 0, 'An error occurred while uploading the file(s).', first?.reason))
}

/** Sends a file, and once more from its beginning when the server was away meanwhile and is back. */
const send: Send = async (one, options) => {
  const { bucket, key, file } = one
  try {
    await upload(objects.upload, { params: { bucket }, query: { key } }, { name: 'file', blob: file, size: file.size }, options)
  } catch (error) {
    if (!(error instanceof Failure) || !passesByItself(error)) throw error
    await doubt(error)
    if (connection.state === 'up') throw error
    options.onProgress(0)
    await untilBack(0, options.signal)
    return send(one, options)
  }
}

/** All uploads of this tab; they go on while people move between pages. */
export const uploads = createQueue(send, { atOnce: AT_ONCE, onIdle: report })

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

uploads.subscribe(() => {
  if (uploads.active()) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})

let owner = session.value?.account

// whoever signs out takes the uploads along, and nobody finds another one's; a lost session may come back to its own
subscribe(session, () => {
  const account = session.value?.account
  const gone = session.state === 'out' && !session.lost
  if (gone || (account && owner && account !== owner)) {
    uploads.cancelAll()
    uploads.clear()
  }
  owner = account ?? owner
})

/** Every transfer of this tab, in the order in which they were started. */
export const useUploads = () => useSyncExternalStore(uploads.subscribe, uploads.read)
