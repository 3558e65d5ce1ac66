import pMap from 'p-map'
import * as v from 'valibot'
import type { S3Caller } from './caller.ts'
import type { Client, Request } from './client.ts'
import { decodeUrl } from './list-xml.ts'
import { parseResponse } from './response.ts'
import { listsUploadsOfAllBuckets } from './server-kind.ts'
import { fromXml } from './xml.ts'

/** A multipart upload that was neither completed nor aborted; `started` in RFC 3339. */
export type IncompleteUpload = { id: string; key: string; started: string }

/** Some uploads of a bucket; with `partial` there may be more. */
export type IncompleteUploads = { uploads: IncompleteUpload[]; partial: boolean }

const Listing = v.object({
  EncodingType: v.optional(v.string()),
  IsTruncated: v.optional(v.string()),
  Upload: v.optional(v.array(v.object({ Key: v.string(), UploadId: v.string(), Initiated: v.string() })), []),
})

/** The largest page of S3, and the number of keys that are checked one by one. */
const MAX_UPLOADS = 1000

const CONCURRENT_KEYS = 8

const noUploads: IncompleteUploads = { uploads: [], partial: false }

/**
 * Returns a function that lists incomplete uploads of a bucket whose keys have a prefix. It throws `S3Error` if the
 * server refuses to list them.
 *
 * MinIO lists the uploads of exactly one key, or without a prefix those of all keys since its start. From November 2024
 * into 2025 that second list has those of all buckets, and does not name the bucket. So their keys are listed again.
 */
export const createIncompleteUploads = (
  { client, paths }: Pick<S3Caller, 'client' | 'paths'>,
  call: (request: Request) => ReturnType<Client['call']>,
) => {
  const request = async (bucket: string, prefix: string): Promise<IncompleteUploads> => {
    // some key names are invalid in XML
    const query = { uploads: '', prefix: prefix || undefined, 'max-uploads': MAX_UPLOADS, 'encoding-type': 'url' }
    const { body } = await call({ method: 'GET', path: paths.bucketPath(bucket), query })
    // an element without content is an empty text
    const result = parseResponse(Listing, fromXml(body.toString(), 'ListMultipartUploadsResult') || {})
    const isEncoded = result.EncodingType === 'url' && paths.hasEncodedUploads()
    const uploads = result.Upload.map(({ Key, UploadId, Initiated }) => ({
      id: UploadId,
      key: isEncoded ? decodeUrl(Key) : Key,
      started: Initiated,
    }))
    return { uploads, partial: result.IsTruncated === 'true' }
  }

  /** The uploads of all these keys. */
  const requestKeys = async (bucket: string, keys: readonly string[]): Promise<IncompleteUploads> => {
    const found = await pMap(keys.slice(0, MAX_UPLOADS), (key) => request(bucket, key), {
      concurrency: CONCURRENT_KEYS,
    })
    return {
      uploads: found.flatMap(({ uploads }) => uploads),
      partial: keys.length > MAX_UPLOADS || found.some(({ partial }) => partial),
    }
  }

  return async (bucket: string, prefix = ''): Promise<IncompleteUploads> => {
    const [all, exact] = await Promise.all([request(bucket, ''), prefix ? request(bucket, prefix) : noUploads])
    const uploads = all.uploads.filter(({ key }) => key.startsWith(prefix))
    const keys = new Set(uploads.map(({ key }) => key).filter((key) => key !== prefix))
    const below = listsUploadsOfAllBuckets(client.software())
      ? await requestKeys(bucket, [...keys])
      : { uploads, partial: false }
    return {
      uploads: [...new Map([...exact.uploads, ...below.uploads].map((upload) => [upload.id, upload])).values()],
      partial: [all, exact, below].some(({ partial }) => partial),
    }
  }
}
