import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { confirm } from 'stowage/ui'
import { parts } from '../parts.ts'
import { removeEntry } from './unfinished.ts'

type UploadId = { bucket: string; key: string; id: string }

/** Confirms and aborts a multipart upload, unless it has ended meanwhile; resolves to true when aborted. */
export const confirmAbort = ({ bucket, key, id }: UploadId, body: string) =>
  confirm({
    title: 'Abort Upload',
    body,
    undo: 'never',
    verb: 'Abort',
    run: async () => {
      await call(parts.abortUpload, { params: { bucket }, query: { key, id } }).catch((failure: unknown) => {
        if (!(failure instanceof Failure) || failure.status !== 404) throw failure
      })
      removeEntry({ id })
    },
  })
