import { lazy, Suspense } from 'react'
import type { Item } from '../contract.ts'
import type { Refusals } from './object/rights.ts'

const Thumbnail = lazy(async () => ({ default: (await import('./preview/index.ts')).Thumbnail }))

type ObjectThumbnailProps = { bucket: string; item: Item; refusal: Refusals; version?: string }

/** Small preview of an object, for accounts that may read it. */
export const ObjectThumbnail = ({ bucket, item, refusal, version = '' }: ObjectThumbnailProps) => {
  const { name: path, version_id, etag, size = 0, encryption } = item
  if (refusal('download') || encryption === 'SSE-C') return null
  return (
    <Suspense>
      <Thumbnail key={`${version_id} ${etag}`} source={{ bucket, path, version, size }} />
    </Suspense>
  )
}
