import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Failure } from 'stowage'
import { fallbackOn, fromXml, NOT_OFFERED, parseResponse } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import type { BucketsBackend } from '../backend.ts'
import * as messages from '../messages.ts'

type Settings = Pick<BucketsBackend, 'encryption' | 'setEncryption'>

const CreatedUpload = v.object({ UploadId: v.string() })

/**
 * Returns a function that uploads one byte as a part of an upload that is never completed, so that no object is created
 * at any time. It returns the server's refusal, or `undefined` if the part was stored.
 */
const createTrialUpload =
  ({ call, paths, incompleteUploads }: S3AdapterContext) =>
  async (bucket: string): Promise<Failure | undefined> => {
    const key = `stowage-test-${randomUUID()}`
    const path = paths.newObjectPath(bucket, key)

    const abort = async () => {
      // a server may keep an upload whose start it reported as failed
      const { uploads } = await incompleteUploads(bucket, key)
      for (const { id } of uploads) await call({ method: 'DELETE', path, query: { uploadId: id } })
    }

    try {
      const response = await call({ method: 'POST', path, query: { uploads: '' } })
      const { UploadId } = parseResponse(
        CreatedUpload,
        fromXml(response.body.toString(), 'InitiateMultipartUploadResult'),
      )
      try {
        await call({ method: 'PUT', path, query: { partNumber: 1, uploadId: UploadId }, body: 'x' })
      } finally {
        await call({ method: 'DELETE', path, query: { uploadId: UploadId } })
      }
      return undefined
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      await abort().catch(() => undefined)
      return error
    }
  }

/** Whether a refusal may come from the encryption: not one for missing rights, a full or an unavailable storage. */
const mayBeEncryption = ({ status }: Failure) => status >= 500 && status !== 503 && status !== 507

/**
 * Sets the default encryption of buckets. Some servers accept it without having a key, and then refuse every upload. So
 * an upload is tried before and after; if only encryption prevents it, the previous setting is restored.
 */
export const createEncryption = (caller: S3AdapterContext, settings: Settings) => {
  const tryUpload = createTrialUpload(caller)

  return async (bucket: string, encryption: Parameters<Settings['setEncryption']>[1]) => {
    const set = () => settings.setEncryption(bucket, encryption)
    if (!encryption) return set()
    // a configuration that cannot be read cannot be restored afterwards
    const before = await fallbackOn(settings.encryption(bucket), ['AccessDenied'], 'unknown' as const)
    const isComparable = before !== 'unknown' && (await tryUpload(bucket)) === undefined
    await set()
    if (!isComparable) return
    const refusal = await tryUpload(bucket)
    if (!refusal || !mayBeEncryption(refusal)) return
    await settings.setEncryption(bucket, before)
    if ((await tryUpload(bucket)) !== undefined) return set()
    throw new Failure(501, messages.encryptionBlocksUploads, { code: NOT_OFFERED, detail: refusal.detail })
  }
}
