import type { PageProps } from '../../../core/plugin.ts'
import { plain } from '../../../core/location.ts'
import { FolderPage } from './folder.tsx'
import { ObjectPage } from './object/object.tsx'
import { decodeKey } from './path.ts'

/** What an address names: a folder where it ends with a slash or with the bucket, else an object. */
const BrowsePage = ({ params }: PageProps) => {
  const bucket = plain(params.bucketName ?? '')
  const key = decodeKey(params['*'] ?? '')
  const Shown = key === '' || key.endsWith('/') ? FolderPage : ObjectPage
  return <Shown key={`${bucket}/${key}`} bucket={bucket} path={key} />
}

export default BrowsePage
