import type { ComponentProps } from 'react'
import { onDemand, useScript } from 'stowage/ui'
import type { Item } from '../contract.ts'
import type { Refusals } from './object/rights.ts'
import type { Thumbnail as LoadedThumbnail } from './preview/index.ts'

const thumbnailScript = onDemand(async () => (await import('./preview/index.ts')).Thumbnail)

/** Shows nothing while its code is missing: a row has an icon, too. */
const Thumbnail = (props: ComponentProps<typeof LoadedThumbnail>) => {
  const { exports: Loaded } = useScript(thumbnailScript)
  return Loaded && <Loaded {...props} />
}

type ObjectThumbnailProps = { bucket: string; item: Item; refusal: Refusals; version?: string }

/** Small preview of an object, for accounts that may read it. */
export const ObjectThumbnail = ({ bucket, item, refusal, version = '' }: ObjectThumbnailProps) => {
  const { name: path, version_id, etag, size = 0, encryption } = item
  if (refusal('download') || encryption === 'SSE-C') return null
  return <Thumbnail key={`${version_id} ${etag}`} source={{ bucket, path, version, size }} />
}
