import Download from 'lucide-react/icons/download'
import FileClock from 'lucide-react/icons/file-clock'
import History from 'lucide-react/icons/history'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { displayName } from 'stowage'
import { navigate, useLink, useMissingFeature, useQuery } from 'stowage/web'
import {
  Actions,
  Badge,
  lazyPart,
  LoadError,
  medium,
  NoAccess,
  Page,
  Skeleton,
  Tabs,
  useMediaQuery,
  useNarrow,
} from 'stowage/ui'
import { download } from '../download.ts'
import type { Item } from '../../contract.ts'
import { DeletedObject, NoBucket, NoObject, NoVersion } from '../missing.tsx'
import { headOf } from '../head.tsx'
import { ObjectThumbnail } from '../object-thumbnail.tsx'
import { PathBar } from '../path-bar.tsx'
import { browseAddress, lastName, parent } from '../path.ts'
import { useRestored } from '../restoring.ts'
import { useRemoval } from '../use-removal.tsx'
import { useAbsence } from './absence.ts'
import { DeleteVersion } from './delete-version.tsx'
import { ObjectDetails } from './details.tsx'
import * as styles from './object.css.ts'
import { useRefusals } from './rights.ts'
import { useBucket, useObject } from './use-object.ts'
import { useObjectPageActions } from './use-object-page-actions.tsx'
import { Versions } from './versions.tsx'
import * as messages from '../../messages.ts'

const Preview = lazyPart(
  'the preview',
  async () => (await import('../preview/index.ts')).Preview,
  () => <Skeleton rows={6} columns={2} />,
)

const tabs = [
  { id: 'details', label: 'Details' },
  { id: 'versions', label: 'Versions' },
  { id: 'preview', label: 'Preview' },
] as const

/** Whether a small preview is useful: by the stored type, before the content is loaded. */
const isViewable = ({ size = 0, content_type = '' }: Item) =>
  size > 0 && /^(image|video|text)\/|^application\/(json|xml|yaml)/.test(content_type)

type ObjectPageProps = { bucket: string; path: string }

/** Page of an object: its details and versions, and actions on them. */
export const ObjectPage = ({ bucket, path }: ObjectPageProps) => {
  const [version, setVersion] = useQuery('version')
  const [requested, setTab] = useQuery('tab', 'details')
  const [, setSearch] = useQuery('search')
  const noVersions = useMissingFeature('versions')
  const tab = (requested === 'versions' && !noVersions) || requested === 'preview' ? requested : 'details'
  const { item, known, missing, error, loading, reload } = useObject(bucket, path, version)
  const absence = useAbsence(bucket, path, version ? undefined : missing, tab === 'versions' ? 'leave' : 'open')
  const { versioned, restorable, unlockable } = useBucket(bucket)
  const refusal = useRefusals(bucket, path)
  const history = useLink('history')?.({ bucket, object: path })
  const narrow = useNarrow()
  const hasThumbnail = !useMediaQuery(medium)
  const [deleting, setDeleting] = useState(false)
  const [refreshCount, setRefreshCount] = useState(0)
  const refresh = () => {
    setRefreshCount((last) => last + 1)
    void reload()
  }
  useRestored(refresh)
  const removal = useRemoval(bucket, restorable, refresh, () => void navigate(browseAddress(bucket, parent(path))))

  const unknown = version !== '' && (missing !== undefined || error?.status === 400)
  const isOlder = version !== '' && item?.is_latest === false
  const exists = item !== undefined || absence === 'deleted' || version !== ''
  const close = () => setDeleting(false)
  const onDeleted = () => void navigate(browseAddress(bucket, isOlder ? path : parent(path)))
  const onChanged = () => void reload()
  const pageActions = useObjectPageActions({
    bucket,
    path,
    item,
    version,
    isOlder,
    refusal,
    unlockable,
    onChanged,
    onDeleted,
  })

  if (absence === 'no bucket') return <NoBucket bucket={bucket} />
  const name = lastName(path)
  return (
    <Page
      title={displayName(name)}
      crumbs={headOf({ bucket, prefix: path, width: narrow ? 'narrow' : 'wide' }).crumbs}
      status={
        absence === 'deleted' ? (
          <Badge tone="warning">Deleted</Badge>
        ) : (
          version && item && <Badge tone="outline">{isOlder ? 'Older version' : 'Latest version'}</Badge>
        )
      }
      tabs={
        (exists || !narrow) && (
          <>
            {!narrow && <PathBar bucket={bucket} path={path} />}
            {exists && (
              <div className={styles.tabs}>
                <Tabs
                  label={displayName(name)}
                  value={tab}
                  onChange={(next) => {
                    setSearch('')
                    setTab(next)
                  }}
                  items={tabs.map((item) =>
                    item.id === 'versions' ? { ...item, disabled: noVersions ?? false } : item,
                  )}
                />
              </div>
            )}
          </>
        )
      }
      actions={
        exists && (
          <Actions
            actions={[
              ...(item
                ? [
                    {
                      label: 'Download',
                      icon: Download,
                      tone: 'primary' as const,
                      disabled: item.encryption === 'SSE-C' ? messages.encryptedWithOwnersKey : refusal('download'),
                      onSelect: () => download(bucket, { path, size: item.size ?? Infinity, version }),
                    },
                  ]
                : []),
              ...pageActions.actions,
              ...(isOlder ? [{ label: 'Show Latest', icon: FileClock, onSelect: () => setVersion('') }] : []),
              ...(history ? [{ label: 'History', icon: History, look: 'menu' as const, href: history }] : []),
              { label: 'Refresh', icon: RefreshCw, look: 'icon', onSelect: refresh },
              ...(item
                ? [
                    {
                      label: version ? 'Delete Version' : 'Delete',
                      icon: Trash2,
                      tone: 'danger' as const,
                      disabled: refusal('delete'),
                      onSelect: () => (version ? setDeleting(true) : removal.remove({ keys: [path], folders: [] })),
                    },
                  ]
                : []),
            ]}
          />
        )
      }
    >
      {tab === 'versions' && exists ? (
        <Versions {...{ bucket, path, versioned, refusal, refreshCount: refreshCount, removal }} onChanged={reload} />
      ) : (
        <>
          {item && tab === 'preview' && (
            <Preview key={`${item.version_id} ${item.etag}`} source={{ bucket, path, version, size: item.size ?? 0 }} />
          )}
          {item && tab === 'details' && (
            <div className={styles.both}>
              <ObjectDetails
                key={item.version_id}
                {...{ bucket, item, known, refusal, unlockable }}
                onChanged={reload}
              />
              {hasThumbnail && isViewable(item) && (
                <div className={styles.aside}>
                  <ObjectThumbnail {...{ bucket, item, refusal, version }} />
                </div>
              )}
            </div>
          )}
          {!item && loading && <Skeleton rows={6} columns={2} />}
          {!item && error?.status === 403 && (
            <NoAccess what="this object" needs={[{ action: 's3:GetObject', bucket, object: path }]} />
          )}
          {!item && error && error.status !== 403 && !unknown && (
            <LoadError what="the object" error={error} onRetry={() => void reload()} />
          )}
          {unknown && <NoVersion onLatest={() => setVersion('')} />}
          {absence === 'deleted' && <DeletedObject path={path} onVersions={() => setTab('versions')} />}
          {absence === 'nothing' && <NoObject bucket={bucket} path={path} />}
        </>
      )}
      {removal.dialog}
      {pageActions.dialog}
      {deleting && version && item && (
        <DeleteVersion
          bucket={bucket}
          path={path}
          version={{ id: version, modified: item.last_modified, kind: 'content' }}
          mayBypass={!refusal('bypass')}
          onClose={close}
          onDeleted={async () => {
            setVersion('')
            setTab('versions')
          }}
        />
      )}
    </Page>
  )
}
