import Download from 'lucide-react/icons/download'
import HistoryIcon from 'lucide-react/icons/history'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type ReactNode, useMemo, useState } from 'react'
import { showToast, showError, useMissingFeature, useQuery, useRefusals } from 'stowage/web'
import { counted, date, duration } from 'stowage'
import {
  Banner,
  Button,
  Checkbox,
  type Column,
  column,
  IconButton,
  Menu,
  NoAccess,
  Page,
  Row as Line,
  type RowAction,
  Search,
  Spacer,
  Status,
  Toolbar,
  useNarrow,
} from 'stowage/ui'
import { text } from 'stowage/classes'
import { nameColumn } from '../columns.tsx'
import { copyAll, failureOf } from '../actions/copies.ts'
import { withoutProgress } from '../removal.ts'
import { downloadAll, tooLargeReason } from '../download.ts'
import { foldersFirst, noun } from '../items.ts'
import { headOf } from '../head.tsx'
import { ChosenObjects, ObjectTable, useChosen } from '../object-table.tsx'
import { browseAddress } from '../path.ts'
import { ambiguousOffset } from '../../rewind/moment.ts'
import { Restore } from './restore.tsx'
import { Rewind, rewoundAddress } from './rewind.tsx'
import * as styles from './rewind.css.ts'
import { countDiffering, countOf, type Row, toRows } from './rows.ts'
import { useRewind } from './use-rewind.ts'
import * as messages from '../../messages.ts'

const changes = {
  new: { tone: 'ok', word: 'Added' },
  replaced: { tone: 'warning', word: 'Replaced' },
  deleted: { tone: 'danger', word: 'Deleted' },
} as const

const Since = ({ row: { kind, since, changed } }: { row: Row }) => {
  if (kind === 'folder') return undefined
  if (since === 'unchanged') return <span className={text.faint}>Unchanged</span>
  const { tone, word } = changes[since]
  return <Status tone={tone}>{`${word} ${date(changed)}`}</Status>
}

const columnsOf = (bucket: string, moment: string, show: 'folder' | 'differing'): readonly Column<Row>[] => [
  nameColumn(({ kind, path, version }) =>
    kind === 'folder'
      ? rewoundAddress(bucket, path, moment)
      : `${browseAddress(bucket, path)}${version && `?version=${encodeURIComponent(version)}`}`,
  ),
  column.date('Last Modified', ({ kind, modified }: Row) => (kind === 'folder' ? undefined : modified || undefined), {
    id: 'modified',
    narrow: 'hidden',
  }),
  column.bytes('Size', ({ kind, size, since }: Row) => (kind === 'folder' || since === 'new' ? undefined : size), {
    width: '100px',
    narrow: 'second',
  }),
  ...(show === 'differing'
    ? [column.bytes('Size now', ({ sizeNow }: Row) => sizeNow, { id: 'now', width: '100px', narrow: 'hidden' })]
    : []),
  column.text(
    'Change Since',
    ({ kind, since, changed }: Row) => (kind === 'folder' ? undefined : `${since} ${changed}`),
    {
      id: 'since',
      cell: (row) => <Since row={row} />,
      width: '230px',
      narrow: 'second',
    },
  ),
]

/** Restores without confirmation if that overwrites nothing. */
const restoreNow = async (bucket: string, rows: readonly Pick<Row, 'path' | 'version'>[], onDone: () => void) => {
  async function* steps() {
    yield rows.map(({ path, version }) => ({ path, version_id: version, to: path }))
  }
  try {
    const { done, failed } = await copyAll(bucket, steps(), { existing: 'replace' }, withoutProgress())
    if (done > 0) showToast(`${counted(done, noun)} restored`)
    if (failed.length > 0) showError(failureOf('restored', failed))
  } catch (failure) {
    showError(failure)
  }
  onDone()
}

const didNotExist = (rows: readonly Row[]) => rows.some(({ since }) => since === 'new') && messages.folderDidNotExist

const refusalOf = (rows: readonly Row[]) =>
  didNotExist(rows) ||
  (rows.length > 0 &&
    rows.every(({ kind, since }) => kind === 'object' && since === 'unchanged') &&
    'It has not changed since')

/** Folder as of a point in time: read-only, but objects can be downloaded and restored. */
export const RewoundPage = ({ bucket, path: prefix, moment }: { bucket: string; path: string; moment: string }) => {
  const width = useNarrow() ? 'narrow' : 'wide'
  const [compared, setCompared] = useQuery('compare')
  const show = compared === '1' ? 'differing' : 'folder'
  const snapshot = useRewind(bucket, prefix, moment, show)
  const [search, setSearch] = useQuery('search')
  const [showDeleted, setShowDeleted] = useQuery('deleted', '1')
  const [dialog, setDialog] = useState<ReactNode>()
  const refusal = useRefusals({
    read: { action: 's3:GetObject', bucket, object: `${prefix}**` },
    write: { action: 's3:PutObject', bucket, object: `${prefix}**` },
  })
  const blocked = refusal('read', 'write')
  const noRewind: string | false = useMissingFeature('rewind') ?? false
  const columns = useMemo(() => columnsOf(bucket, moment, show), [bucket, moment, show])
  const { objects, partial } = snapshot
  const all = useMemo(() => {
    const some = objects && toRows(objects, prefix)
    // a partially loaded folder stays in the storage's order: new pages would shift the rows above
    return some && !partial ? foldersFirst(some, columns, 'name') : some
  }, [objects, partial, prefix, columns])
  const rows =
    show === 'differing'
      ? all
      : all?.filter(({ since }) => since !== 'new' && (showDeleted === '1' || since !== 'deleted'))
  const chosen = useChosen(rows)
  const reload = () => void snapshot.reload()
  const onDone = () => {
    chosen.clear()
    reload()
  }
  const onClose = () => setDialog(undefined)
  const restore = (some: readonly Pick<Row, 'path' | 'kind' | 'version'>[]) =>
    some.some(({ kind }) => kind === 'folder')
      ? setDialog(<Restore {...{ bucket, moment, onDone, onClose }} rows={some} />)
      : void restoreNow(bucket, some, onDone)
  const ofSelection = (some: readonly Row[]) => [
    {
      label: 'Restore',
      icon: RotateCcw,
      where: 'server' as const,
      disabled: blocked || refusalOf(some),
      onSelect: () => restore(some),
    },
    {
      label: 'Download',
      icon: Download,
      disabled: refusal('read') || didNotExist(some) || tooLargeReason(some),
      onSelect: () => void downloadAll(bucket, some, moment),
    },
  ]
  const asZipDownload = (action: RowAction) =>
    action.label === 'Download' ? { ...action, label: 'Download as Zip' } : action
  const ofRow = (row: Row) => (row.kind === 'folder' ? ofSelection([row]).map(asZipDownload) : ofSelection([row]))
  const actions = { ofRow, ofSelection }
  const folderActions = [
    {
      label: 'Change Time',
      icon: HistoryIcon,
      disabled: noRewind,
      onSelect: () => setDialog(<Rewind {...{ bucket, prefix, moment, onClose }} />),
    },
    {
      label: 'Restore Folder',
      icon: RotateCcw,
      disabled: noRewind || blocked,
      onSelect: () => restore([{ path: prefix, kind: 'folder', version: '' }]),
    },
  ]
  return (
    <Page {...headOf({ bucket, prefix, width, query: `?rewind=${encodeURIComponent(moment)}` })}>
      <div className={styles.banner}>
        <Banner
          tone="info"
          action={
            <Line as="span" gap={3}>
              {width === 'wide' &&
                folderActions.map(({ onSelect, icon, label, disabled }) => (
                  <Button key={label} size="sm" icon={icon} disabled={disabled} onPress={onSelect}>
                    {label}
                  </Button>
                ))}
              <Button size="sm" href={browseAddress(bucket, prefix)}>
                Back to Now
              </Button>
              {width === 'narrow' && <Menu label="More folder actions" items={folderActions} />}
            </Line>
          }
        >
          Viewing this folder as of <strong>{[date(moment), ambiguousOffset(moment)].filter(Boolean).join(' ')}</strong>
          {width === 'narrow' ? '.' : `, ${duration((Date.now() - Date.parse(moment)) / 1000)} ago. It is read-only.`}
        </Banner>
      </div>
      <Toolbar>
        <Search label="Search in this folder" value={search} onChange={setSearch} />
        {show === 'folder' && (
          <Checkbox
            label="Show deleted"
            value={showDeleted === '1'}
            onChange={(on) => setShowDeleted(on ? '1' : '0')}
          />
        )}
        <Checkbox label="Compare with now" value={show === 'differing'} onChange={(on) => setCompared(on ? '1' : '')} />
        <Spacer />
        <ChosenObjects {...{ chosen, actions }} />
        <IconButton icon={RefreshCw} look="bordered" label="Refresh" onPress={reload} />
      </Toolbar>
      <ObjectTable
        {...{ rows, columns, chosen, actions, search }}
        name="rewound"
        noAccess={<NoAccess what="the folder at that time" needs={[{ action: 's3:ListBucketVersions', bucket }]} />}
        countOf={(of) => (show === 'differing' ? countDiffering(of) : countOf(of, snapshot.newer))}
        onClearSearch={() => setSearch('')}
        sort="none"
        more={{ partial, load: snapshot.more, loading: snapshot.loading }}
        empty={{
          icon: HistoryIcon,
          ...(show === 'differing'
            ? { title: 'Nothing differs.', text: messages.folderUnchanged }
            : { title: messages.folderWasEmpty, text: messages.chooseAnotherTime }),
        }}
        error={snapshot.error}
        onRetry={reload}
      />
      {dialog}
    </Page>
  )
}
