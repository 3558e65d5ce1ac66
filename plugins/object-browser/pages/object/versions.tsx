import Download from 'lucide-react/icons/download'
import FileDiff from 'lucide-react/icons/file-diff'
import Eraser from 'lucide-react/icons/eraser'
import Layers2 from 'lucide-react/icons/layers-2'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useMemo, useRef, useState } from 'react'
import { date } from 'stowage'
import { useQuery } from 'stowage/web'
import {
  column,
  Badge,
  Banner,
  Button,
  type Column,
  CopyButton,
  NoAccess,
  type RowAction,
  Search,
  Spacer,
  Table,
  Toolbar,
  lazyDialog,
} from 'stowage/ui'
import type { Item } from '../../contract.ts'
import { download } from '../download.ts'
import { useListing } from '../listing.ts'
import { browseAddress } from '../path.ts'
import { DeleteVersion, type VersionToDelete } from './delete-version.tsx'
import * as styles from './object.css.ts'
import type { Removal } from '../use-removal.tsx'
import type { Refusals } from './rights.ts'
import { restoreVersion } from './use-object-page-actions.tsx'
import * as messages from '../../messages.ts'

const Compare = lazyDialog(async () => (await import('../preview/index.ts')).Compare)

export type Version = VersionToDelete & { size: number; latest: boolean }

/** Converts a listed version. */
export const toVersion = ({
  version_id = 'null',
  last_modified = '',
  size = 0,
  is_latest,
  is_delete_marker,
}: Item): Version => ({
  id: version_id,
  modified: last_modified,
  kind: is_delete_marker ? 'marker' : 'content',
  size,
  latest: is_latest === true,
})

/** Badges for the latest version and for delete markers. */
export const Badges = ({ version: { kind, latest } }: { version: Version }) => (
  <>
    {latest && <Badge tone="info">Latest</Badge>}
    {kind === 'marker' && <Badge tone="warning">Deleted</Badge>}
  </>
)

/** Address of the details of one version. */
export const versionAddress = (bucket: string, path: string, id: string) =>
  `${browseAddress(bucket, path)}?version=${encodeURIComponent(id)}`

const columnsOf = (bucket: string, path: string): readonly Column<Version>[] => [
  column.text('Last Modified', ({ modified }) => date(modified), {
    id: 'modified',
    href: ({ id, kind }) => (kind === 'content' ? versionAddress(bucket, path, id) : undefined),
    after: (version) => <Badges version={version} />,
    look: 'date',
    width: 'minmax(0, 1fr)',
  }),
  column.mono('Version ID', ({ id }) => id, {
    id: 'version',
    after: ({ id }) => <CopyButton text={id} label="Copy version ID" />,
    width: 'minmax(0, 1fr)',
  }),
  column.bytes('Size', ({ kind, size }) => (kind === 'marker' ? undefined : size), { width: 'minmax(0, 120px)' }),
]

type VersionsProps = {
  bucket: string
  path: string
  /** Whether new versions are kept, if known. */
  versioned: boolean | undefined
  refusal: Refusals
  removal: Pick<Removal, 'purge'>
  /** Changing this number reloads the list. */
  refreshCount: number
  onChanged: () => Promise<unknown>
}

/** All versions of an object, newest first. */
export const Versions = ({ bucket, path, versioned, refusal, removal, refreshCount, onChanged }: VersionsProps) => {
  const listing = useListing(bucket, path, 'versions')
  const [search, setSearch] = useQuery('search')
  const [toDelete, setToDelete] = useState<Version>()
  const [compared, setCompared] = useState('')
  const rows = useMemo(() => listing.items?.map(toVersion), [listing.items])
  const contents = useMemo(() => rows?.filter(({ kind }) => kind === 'content') ?? [], [rows])
  const single = contents.length < 2 && messages.noOtherVersion
  const columns = useMemo(() => columnsOf(bucket, path), [bucket, path])
  const [undownloadable, unwritable, undeletable] = [refusal('download'), refusal('upload'), refusal('delete')]
  const restore = async ({ id }: Version) => {
    if (await restoreVersion(bucket, path, id)) await Promise.all([listing.reload(), onChanged()])
  }
  const actions = useMemo(
    () =>
      (version: Version): RowAction[] => [
        {
          label: 'Download',
          icon: Download,
          disabled: version.kind === 'marker' ? messages.deleteMarkerHasNoContent : undownloadable,
          onSelect: () => download(bucket, { path, size: version.size, version: version.id }),
        },
        {
          label: 'Compare',
          icon: FileDiff,
          disabled: (version.kind === 'marker' && messages.deleteMarkerHasNoContent) || single || undownloadable,
          onSelect: () => setCompared(version.id),
        },
        {
          label: 'Restore',
          icon: RotateCcw,
          where: 'server',
          disabled:
            (version.kind === 'marker' && messages.deleteMarkerHasNoContent) ||
            (version.latest && messages.alreadyLatestVersion) ||
            undownloadable ||
            unwritable,
          onSelect: () => void restore(version),
        },
        { label: 'Delete', icon: Trash2, tone: 'danger', disabled: undeletable, onSelect: () => setToDelete(version) },
      ],
    [bucket, path, undownloadable, unwritable, undeletable, single],
  )
  const lastRefreshCount = useRef(refreshCount)
  useEffect(() => {
    if (lastRefreshCount.current === refreshCount) return
    lastRefreshCount.current = refreshCount
    void listing.reload()
  }, [refreshCount])

  if (listing.error?.status === 403 && !rows)
    return <NoAccess what="the versions" needs={[{ action: 's3:ListBucketVersions', bucket }]} />
  return (
    <>
      {versioned === false && (
        <div className={styles.note}>
          <Banner tone="info">
            {rows?.some(({ id }) => id !== 'null') ? messages.versioningSuspendedHelp : messages.versioningOffHelp}
          </Banner>
        </div>
      )}
      <Toolbar>
        <Search label="Search Versions" value={search} onChange={setSearch} />
        <Spacer />
        <Button
          tone="dangerQuiet"
          icon={Eraser}
          disabled={undeletable || (!rows?.length && 'There are no versions')}
          onPress={() =>
            removal.purge([
              {
                path,
                name: path,
                kind: 'object',
                size: 0,
                modified: '',
                versions: contents.length,
                hasMoreVersions: listing.partial,
              },
            ])
          }
        >
          Delete All Versions
        </Button>
      </Toolbar>
      <Table
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        noun={{ one: 'version', many: 'versions' }}
        search={search}
        onClearSearch={() => setSearch('')}
        actions={actions}
        sort="none"
        more={{ partial: listing.partial, load: () => void listing.more(), loading: listing.loadingMore }}
        empty={{ icon: Layers2, title: messages.noVersions, text: messages.versionsMayBeDeleted }}
        error={listing.error}
        onRetry={() => void listing.reload()}
      />
      {compared && (
        <Compare {...{ bucket, path }} versions={contents} first={compared} onClose={() => setCompared('')} />
      )}
      {toDelete && (
        <DeleteVersion
          bucket={bucket}
          path={path}
          version={toDelete}
          mayBypass={!refusal('bypass')}
          onClose={() => setToDelete(undefined)}
          onDeleted={() => Promise.all([listing.reload(), onChanged()])}
        />
      )}
    </>
  )
}
