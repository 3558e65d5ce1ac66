import { type PageProps, useQuery } from 'stowage/web'
import { decodeSegment } from 'stowage'
import { SearchPage } from './finding/search-page.tsx'
import { FolderPage } from './folder.tsx'
import { ObjectPage } from './object/object.tsx'
import { decodeKey } from './path.ts'
import { RewoundPage } from './rewind/rewound.tsx'

/** Opens a folder if the address ends with a slash or with the bucket, else an object. */
const BrowsePage = ({ params }: PageProps) => {
  const bucket = decodeSegment(params.bucketName ?? '')
  const key = decodeKey(params['*'] ?? '')
  const [moment] = useQuery('rewind')
  const [find] = useQuery('find')
  const isFolder = key === '' || key.endsWith('/')
  if (isFolder && moment) return <RewoundPage key={`${bucket}/${key}`} bucket={bucket} path={key} moment={moment} />
  if (isFolder && find) return <SearchPage key={`${bucket}/${key}`} bucket={bucket} path={key} />
  const BrowsedPage = isFolder ? FolderPage : ObjectPage
  return <BrowsedPage key={`${bucket}/${key}`} bucket={bucket} path={key} />
}

export default BrowsePage
