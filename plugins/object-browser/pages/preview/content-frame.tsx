import type { SyntheticEvent } from 'react'
import { address } from 'stowage/web'
import { displayName } from 'stowage'
import { objects } from '../../contract.ts'
import { lastName } from '../path.ts'
import type { Source } from './content.ts'

type ContentFrameProps = {
  source: Source
  className: string
  onLoad?: (event: SyntheticEvent<HTMLIFrameElement>) => void
}

/** Image, audio or video in an iframe without scripts. */
export const ContentFrame = ({ source: { bucket, path, version }, ...frame }: ContentFrameProps) => (
  <iframe
    {...frame}
    title={`Preview of ${displayName(lastName(path))}`}
    sandbox="allow-same-origin"
    src={address(objects.preview, {
      params: { bucket },
      query: { prefix: path, encoding: 'plain', ...(version && { version_id: version }) },
    })}
  />
)
