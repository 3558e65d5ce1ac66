import Download from 'lucide-react/icons/download'
import FileClock from 'lucide-react/icons/file-clock'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import { lazy, Suspense, useState } from 'react'
import { shown } from '../../../../core/format.ts'
import { navigate, useQuery } from '../../../../core/location.ts'
import { useLack } from '../../../../core/use-lack.ts'
import { useCall } from '../../../../core/use-call.ts'
import { Actions } from '../../../../core/ui/actions.tsx'
import { LoadError, NoAccess } from '../../../../core/ui/empty.tsx'
import { Page } from '../../../../core/ui/page.tsx'
import { Skeleton } from '../../../../core/ui/skeleton.tsx'
import { Badge } from '../../../../core/ui/status.tsx'
import { Tabs } from '../../../../core/ui/tabs.tsx'
import { useNarrow } from '../../../../core/ui/use-narrow.ts'
import { buckets } from '../../../buckets/contract.ts'
import { objects } from '../../contract.ts'
import { keepsOf } from '../deleted.ts'
import { download } from '../download.ts'
import { DeletedObject, NoBucket, NoObject, NoVersion } from '../missing.tsx'
import { PathBar } from '../path-bar.tsx'
import { browseAddress, lastName, parent } from '../path.ts'
import { useRemoval } from '../use-removal.tsx'
import { useAbsence } from './absence.ts'
import { DeleteVersion } from './delete-version.tsx'
import { ObjectDetails } from './details.tsx'
import * as styles from './object.css.ts'
import { useRefusals } from './rights.ts'
import { Versions } from './versions.tsx'

const Preview = lazy(async () => ({ default: (await import('../preview/index.ts')).Preview }))

const tabs = [
  { id: 'details', label: 'Details' },
  { id: 'versions', label: 'Versions' },
  { id: 'preview', label: 'Preview' },
] as const

/** Asks for one version; whoever may not, but may list the folder, gets to see what the listing tells of the object. */
const useObject = (bucket: string, path: string, version: string) => {
  const params = { bucket }
  const info = useCall(objects.info, { params, query: { prefix: path, version_id: version } })
  const refused = info.error?.status === 403 && !version
  const listing = { params, query: { prefix: path, limit: '1', with_metadata: 'true' } }
  const listed = useCall(objects.list, listing, { when: refused })
  // keys come in order, so that of all that begin with this key the key itself is the first
  const first = listed.data?.objects.find(({ name }) => name === path)
  const missing = info.error?.status === 404 || (refused && listed.data && !first) ? info.error : undefined
  return {
    item: missing ? undefined : (info.data ?? (refused ? first : undefined)),
    known: info.data ? ('all' as const) : ('part' as const),
    missing,
    error: refused ? listed.error : missing ? undefined : info.error,
    loading: info.loading || listed.loading,
    reload: async () => {
      await info.reload()
      if (refused) await listed.reload()
    },
  }
}

/** What the bucket lets its objects have; nothing is known of it where the account may not ask. */
const useBucket = (bucket: string) => {
  const when = !useLack('versions')
  const versioning = useCall(buckets.versioning, { params: { bucket } }, { when })
  const locking = useCall(buckets.locking, { params: { bucket } }, { when })
  const versioned = versioning.data?.is_versioned
  const locks = locking.data?.object_locking_enabled
  const unlockable =
    (versioned === false && 'Versioning must be enabled on the bucket') ||
    (locks === false && 'Object locking must be enabled on the bucket, which is done when it is made')
  return { versioned, keeps: keepsOf(versioning.data), unlockable }
}

type ObjectPageProps = { bucket: string; path: string }

/** One object: what is known of it and of each of its versions, and what can be done with them. */
export const ObjectPage = ({ bucket, path }: ObjectPageProps) => {
  const [version, setVersion] = useQuery('version')
  const [wanted, setTab] = useQuery('tab', 'details')
  const [, setSearch] = useQuery('search')
  const tab = wanted === 'versions' || wanted === 'preview' ? wanted : 'details'
  const { item, known, missing, error, loading, reload } = useObject(bucket, path, version)
  const absence = useAbsence(bucket, path, version ? undefined : missing, tab === 'versions' ? 'leave' : 'open')
  const { versioned, keeps, unlockable } = useBucket(bucket)
  const refusal = useRefusals(bucket, path)
  const narrow = useNarrow()
  const [deleting, setDeleting] = useState(false)
  const removal = useRemoval(bucket, keeps, () => void navigate(browseAddress(bucket, parent(path))))
  const [turn, setTurn] = useState(0)

  if (absence === 'no bucket') return <NoBucket bucket={bucket} />
  const unknown = version !== '' && (missing !== undefined || error?.status === 400)
  const isOlder = version !== '' && item?.is_latest === false
  const isThere = item !== undefined || absence === 'deleted' || version !== ''
  const close = () => setDeleting(false)
  const refresh = () => {
    setTurn(turn + 1)
    void reload()
  }
  const name = lastName(path)
  return (
    <Page
      title={shown(name)}
      crumbs={[
        { label: 'Buckets', href: '/buckets' },
        { label: shown(bucket), href: browseAddress(bucket) },
      ]}
      status={
        absence === 'deleted' ? (
          <Badge tone="warning">Deleted</Badge>
        ) : (
          version && item && <Badge tone="outline">{isOlder ? 'Older version' : 'Latest version'}</Badge>
        )
      }
      tabs={
        (isThere || !narrow) && (
          <>
            {!narrow && <PathBar bucket={bucket} path={path} />}
            {isThere && (
              <div className={styles.tabs}>
                <Tabs
                  label={shown(name)}
                  value={tab}
                  onChange={(next) => {
                    setSearch('')
                    setTab(next)
                  }}
                  items={tabs}
                />
              </div>
            )}
          </>
        )
      }
      actions={
        isThere && (
          <Actions
            actions={[
              ...(item
                ? [
                    {
                      label: 'Download',
                      icon: Download,
                      tone: 'primary' as const,
                      disabled: item.encryption === 'SSE-C' ? "It is encrypted with its owner's key" : refusal('download'),
                      onSelect: () => download(bucket, { path, size: item.size, version }),
                    },
                  ]
                : []),
              ...(isOlder ? [{ label: 'Show Latest', icon: FileClock, onSelect: () => setVersion('') }] : []),
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
      {tab === 'versions' && isThere ? (
        <Versions {...{ bucket, path, versioned, refusal, turn }} onChanged={reload} />
      ) : (
        <>
          {item && tab === 'preview' && (
            <Suspense fallback={<Skeleton rows={6} columns={2} />}>
              <Preview key={`${item.version_id} ${item.etag}`} source={{ bucket, path, version, size: item.size }} />
            </Suspense>
          )}
          {item && tab === 'details' && <ObjectDetails key={item.version_id} {...{ bucket, item, known, refusal, unlockable }} onChanged={reload} />}
          {!item && loading && <Skeleton rows={6} columns={2} />}
          {!item && error?.status === 403 && <NoAccess what="this object" needs={[{ action: 's3:GetObject', bucket, object: path }]} />}
          {!item && error && error.status !== 403 && !unknown && (
            <LoadError what="the object" error={error} onRetry={() => void reload()} />
          )}
          {unknown && <NoVersion onLatest={() => setVersion('')} />}
          {absence === 'deleted' && <DeletedObject path={path} onVersions={() => setTab('versions')} />}
          {absence === 'nothing' && <NoObject bucket={bucket} path={path} />}
        </>
      )}
      {removal.dialog}
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
