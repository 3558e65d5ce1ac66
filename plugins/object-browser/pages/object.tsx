import { Download, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../core/client.ts'
import { bytes, count, date, shown } from '../../../core/format.ts'
import { navigate } from '../../../core/location.ts'
import { useCall } from '../../../core/use-call.ts'
import { Actions } from '../../../core/ui/actions.tsx'
import { CopyButton } from '../../../core/ui/copy.tsx'
import { Details } from '../../../core/ui/details.tsx'
import { LoadError, NoAccess } from '../../../core/ui/empty.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { unless, useMay } from '../../../core/use-may.ts'
import { useNarrow } from '../../../core/ui/use-narrow.ts'
import * as text from '../../../core/ui/text.css.ts'
import { type Item, objects } from '../contract.ts'
import { download } from './download.ts'
import { NoBucket, NoObject } from './missing.tsx'
import { PathBar } from './path-bar.tsx'
import { browseAddress, lastName, parent } from './path.ts'
import { Remove } from './remove.tsx'
import * as styles from './object.css.ts'

const first = (bucket: string, prefix: string) => ({
  params: { bucket },
  query: { prefix, limit: '1', with_metadata: 'true' },
})

/** An address without a slash at its end may still mean a folder: then it goes there. */
const useFolderInstead = (bucket: string, path: string, when: boolean) => {
  const [known, setKnown] = useState(false)
  useEffect(() => {
    if (!when) return
    const look = async () => {
      const below = await call(objects.list, first(bucket, `${path}/`))
      if (below.objects.length) await navigate(browseAddress(bucket, `${path}/`), { replace: true })
      else setKnown(true)
    }
    look().catch(() => setKnown(true))
  }, [bucket, path, when])
  return known
}

const typeOf = ({ content_type, user_metadata }: Item) => content_type ?? user_metadata?.['content-type']

const rowsOf = (item: Item & { size: number }) => [
  {
    label: 'Name',
    value: <span className={styles.exact}>{shown(item.name)}</span>,
    action: <CopyButton text={item.name} label="Copy name" />,
  },
  { label: 'Size', value: item.size < 1024 ? bytes(item.size) : `${bytes(item.size)} (${count(item.size)} bytes)` },
  {
    label: 'Type',
    value: typeOf(item) ? (
      <span className={text.mono}>{shown(typeOf(item) ?? '')}</span>
    ) : (
      <span className={text.faint}>Unknown</span>
    ),
  },
  { label: 'Last Modified', value: date(item.last_modified ?? '') },
  {
    label: 'ETag',
    value: item.etag ? <span className={styles.exact}>{item.etag}</span> : <span className={text.faint}>None</span>,
  },
]

/** One object: what is known of it, to download and to delete. */
export const ObjectPage = ({ bucket, path }: { bucket: string; path: string }) => {
  // keys come in order, so that of all that begin with this key the key itself is the first
  const found = useCall(objects.list, first(bucket, path))
  const narrow = useNarrow()
  const [deleting, setDeleting] = useState(false)
  const may = useMay({
    download: { action: 's3:GetObject', bucket, object: path },
    delete: { action: 's3:DeleteObject', bucket, object: path },
  })
  // whoever may not list may still read what they know the name of
  const unlisted = found.error?.status === 403 && !found.data
  const item = found.data?.objects.find(({ name }) => name === path)
  const isNoFolder = useFolderInstead(bucket, path, found.data !== undefined && !item)

  if (found.error?.status === 404 && !found.data) return <NoBucket bucket={bucket} />
  return (
    <Page
      title={shown(lastName(path))}
      crumbs={[
        { label: 'Buckets', href: '/buckets' },
        { label: shown(bucket), href: browseAddress(bucket) },
      ]}
      tabs={!narrow && <PathBar bucket={bucket} path={path} />}
      actions={
        (item || (unlisted && may.download)) && (
          <Actions
            actions={[
              {
                label: 'Download',
                icon: Download,
                tone: 'primary',
                disabled: unless(may.download, 'downloading this'),
                onSelect: () => void download(bucket, { path, size: item?.size ?? 0 }),
              },
              {
                label: 'Delete',
                icon: Trash2,
                tone: 'danger',
                disabled: unless(may.delete, 'deleting this'),
                onSelect: () => setDeleting(true),
              },
            ]}
          />
        )
      }
    >
      {unlisted && <NoAccess what={may.download ? 'the details of this object' : 'this object'} action="s3:ListBucket" />}
      {found.error && found.error.status !== 403 && !found.data && (
        <LoadError what="the object" error={found.error} onRetry={() => void found.reload()} />
      )}
      {item && (
        <div className={styles.details}>
          <Details rows={rowsOf(item)} />
        </div>
      )}
      {isNoFolder && <NoObject bucket={bucket} path={path} />}
      {deleting && (
        <Remove
          bucket={bucket}
          doomed={{ keys: [path], folders: [] }}
          onClose={() => setDeleting(false)}
          onRemoved={() => void navigate(browseAddress(bucket, parent(path)))}
        />
      )}
    </Page>
  )
}
