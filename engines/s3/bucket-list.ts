import * as v from 'valibot'
import type { S3Caller } from './caller.ts'
import { fallbackOn } from './has-code.ts'
import { parseResponse } from './response.ts'
import { GARAGE, isGarage } from './server-kind.ts'
import { fromXml } from './xml.ts'

const Listed = v.object({
  Buckets: v.optional(
    v.union([
      v.object({ Bucket: v.optional(v.array(v.object({ Name: v.string(), CreationDate: v.string() })), []) }),
      v.pipe(
        v.literal(''),
        v.transform(() => ({ Bucket: [] })),
      ),
    ]),
    { Bucket: [] },
  ),
})

/** A bucket of the list, with its date as the server writes it. */
export type ListedBucket = v.InferOutput<typeof Listed>['Buckets']['Bucket'][number]

/** Buckets that the server lists for the caller; `undefined` if the caller may not list them. */
export const readBucketList = async ({
  client,
  keys,
}: Pick<S3Caller, 'client' | 'keys'>): Promise<ListedBucket[] | undefined> => {
  const response = await fallbackOn(client.call({ method: 'GET', path: '/' }, keys), ['AccessDenied'], undefined)
  if (!response) return undefined
  const list = response.body.toString()
  if (isGarage(list, keys)) client.recognize(GARAGE)
  return parseResponse(Listed, fromXml(list, 'ListAllMyBucketsResult')).Buckets.Bucket
}
