import Download from 'lucide-react/icons/download'
import Folder from 'lucide-react/icons/folder'
import HistoryIcon from 'lucide-react/icons/history'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { showToast, showError, useQuery, useRefusals } from 'stowage/web'
import { bytes, capitalised, counted, date, duration } from 'stowage'
import {
  Banner,
  Button,
  Checkbox,
  type Column,
  Icon,
  IconButton,
  Menu,
  NoAccess,
  Page,
  Search,
  Selected,
  Spacer,
  Status,
  Table,
  Toolbar,
  useNarrow,
} from 'stowage/ui'
import { text } from 'stowage/classes'
import { copyAll, leftUndone } from '../acts/copies.ts'
import { downloadAll, tooMany } from '../download.ts'
import * as folderStyles from '../folder.css.ts'
import { iconOf } from '../icons.ts'
import { noun } from '../items.ts'
import { headOf } from '../head.ts'
import { PathBar } from '../path-bar.tsx'
import { browseAddress } from '../path.ts'
import { doubledOffset } from '../../rewind/moment.ts'
import { Restore } from './restore.tsx'
import { Rewind, rewoundAddress } from './rewind.tsx'
import * as styles from './rewind.css.ts'
import { countDiffering, countOf, type Row, toRows } from './rows.ts'
import { useThen } from './use-then.ts'
import * as messages from '../../messages.ts'

const words = {
  new: { tone: 'ok', word: 'Added' },
  replaced: { tone: 'warning', word: 'Replaced' },
  deleted: { tone: 'danger', word: 'Deleted' },
} as const

const Since = ({ row: { kind, since, changed } }: { row: Row }) => {
  if (kind === 'folder') return undefined
  if (since === 'unchanged') return <span className={text.faint}>Unchanged</span>
  const { tone, word } = words[since]
  return <Status tone={tone}>{`${word} ${date(changed)}`}</Status>
}

const columnsOf = (bucket: string, moment: string, show: 'folder' | 'differing'): readonly Column<Row>[] => [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    icon: ({ kind, name }) =>
      kind === 'folder' ? (
        <span className={folderStyles.folderIcon}>
          <Icon of={Folder} />
        </span>
      ) : (
        <Icon of={iconOf(name)} />
      ),
    href: ({ kind, path, version }) =>
      kind === 'folder'
        ? rewoundAddress(bucket, path, moment)
        : path.endsWith('/')
          ? undefined
          : `${browseAddress(bucket, path)}${version && `?version=${encodeURIComponent(version)}`}`,
    look: ({ kind }) => (kind === 'folder' ? 'name' : 'plain'),
  },
  {
    id: 'modified',
    title: 'Last Modified',
    value: ({ kind, modified }) => (kind === 'folder' || !modified ? undefined : date(modified)),
    look: 'date',
    narrow: 'hidden',
  },
  {
    id: 'size',
    title: 'Size',
    value: ({ kind, size, since }) => (kind === 'folder' || since === 'new' ? undefined : size),
    cell: ({ kind, size, since }) => (kind === 'folder' || since === 'new' ? undefined : bytes(size)),
    look: 'number',
    width: '100px',
    narrow: 'second',
  },
  ...(show === 'differing'
    ? [
        {
          id: 'now',
          title: 'Size now',
          value: ({ sizeNow }: Row) => sizeNow,
          cell: ({ sizeNow }: Row) => (sizeNow === undefined ? undefined : bytes(sizeNow)),
          look: 'number' as const,
          width: '100px',
          narrow: 'hidden' as const,
        },
      ]
    : []),
  {
    id: 'since',
    title: 'Change Since',
    value: ({ kind, since, changed }) => (kind === 'folder' ? undefined : `${since} ${changed}`),
    cell: (row) => <Since row={row} />,
    width: '230px',
    narrow: 'second',
  },
]

/** Restores without confirmation if that overwrites nothing. */
const restoreNow = async (bucket: string, rows: readonly Row[], onDone: () => void) => {
  async function* steps() {
    yield rows.map(({ path, version }) => ({ path, version_id: version, to: path }))
  }
  const never = new AbortController()
  try {
    const { done, failed } = await copyAll(
      bucket,
      steps(),
      { existing: 'replace' },
      { onProgress: () => undefined, onWait: () => undefined, signal: never.signal },
    )
    if (done > 0) showToast(`${capitalised(counted(done, noun))} restored`)
    if (failed.length > 0) showError(leftUndone('restored', failed))
  } catch (failure) {
    showError(failure)
  }
  onDone()
}

const wasNot = (rows: readonly Row[]) => rows.some(({ since }) => since === 'new') && messages.itDidNotExist

const refusalOf = (rows: readonly Row[]) =>
  wasNot(rows) ||
  (rows.length > 0 &&
    rows.every(({ kind, since }) => kind === 'object' && since === 'unchanged') &&
    'It has not changed since')

type WaysProps = {
  narrow: boolean
  back: string
  items: readonly { label: string; icon: LucideIcon; disabled?: string | false; onSelect: () => void }[]
}

/** Actions of the view; in a narrow window all but Back are in a menu. */
const Ways = ({ narrow, back, items }: WaysProps) => (
  <span className={styles.actions}>
    {!narrow &&
      items.map(({ label, icon, disabled, onSelect }) => (
        <Button key={label} size="sm" icon={icon} disabled={disabled} onPress={onSelect}>
          {label}
        </Button>
      ))}
    <Button size="sm" href={back}>
      Back to Now
    </Button>
    {narrow && <Menu label="More folder actions" items={[...items]} />}
  </span>
)

type RewoundProps = { bucket: string; path: string; moment: string }

/** Folder as of a point in time: read-only, but objects can be downloaded and restored. */
export const RewoundPage = ({ bucket, path: prefix, moment }: RewoundProps) => {
  const narrow = useNarrow()
  const [compared, setCompared] = useQuery('compare')
  const show = compared === '1' ? 'differing' : 'folder'
  const then = useThen(bucket, prefix, moment, show)
  const [search, setSearch] = useQuery('search')
  const [gone, setGone] = useQuery('deleted', '1')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<ReactNode>()
  const refusal = useRefusals({
    read: { action: 's3:GetObject', bucket, object: `${prefix}**` },
    write: { action: 's3:PutObject', bucket, object: `${prefix}**` },
  })
  const blocked = refusal('read', 'write')
  const columns = useMemo(() => columnsOf(bucket, moment, show), [bucket, moment, show])
  const all = useMemo(() => then.objects && toRows(then.objects, prefix), [then.objects, prefix])
  const rows =
    show === 'differing' ? all : all?.filter(({ since }) => since !== 'new' && (gone === '1' || since !== 'deleted'))
  const chosen = rows?.filter(({ path }) => selected.has(path)) ?? []
  const onDone = () => {
    setSelected(new Set())
    void then.reload()
  }
  const close = () => setDialog(undefined)
  const restore = (some: readonly Pick<Row, 'path' | 'kind' | 'version'>[]) =>
    some.some(({ kind }) => kind === 'folder')
      ? setDialog(<Restore {...{ bucket, moment, onDone }} rows={some} onClose={close} />)
      : void restoreNow(bucket, some as readonly Row[], onDone)
  const ways = [
    {
      label: 'Change Time',
      icon: HistoryIcon,
      onSelect: () => setDialog(<Rewind {...{ bucket, prefix, moment }} onClose={close} />),
    },
    {
      label: 'Restore Folder',
      icon: RotateCcw,
      disabled: blocked,
      onSelect: () => restore([{ path: prefix, kind: 'folder', version: '' }]),
    },
  ]
  const actions = [
    {
      label: 'Restore',
      icon: RotateCcw,
      where: 'server' as const,
      disabled: blocked || refusalOf(chosen),
      onSelect: () => restore(chosen),
    },
    {
      label: 'Download',
      icon: Download,
      disabled: refusal('read') || wasNot(chosen) || tooMany(chosen),
      onSelect: () => void downloadAll(bucket, chosen, moment),
    },
  ]
  return (
    <Page
      {...headOf(bucket, prefix, narrow ? 'narrow' : 'wide')}
      skip="Skip to objects"
      tabs={<PathBar bucket={bucket} path={prefix} query={`?rewind=${encodeURIComponent(moment)}`} />}
    >
      <div className={styles.banner}>
        <Banner tone="info" action={<Ways narrow={narrow} back={browseAddress(bucket, prefix)} items={ways} />}>
          Viewing this folder as of <strong>{[date(moment), doubledOffset(moment)].filter(Boolean).join(' ')}</strong>
          {narrow ? '.' : `, ${duration((Date.now() - Date.parse(moment)) / 1000)} ago. It is read-only.`}
        </Banner>
      </div>
      <Toolbar>
        <Search label="Search in this folder" value={search} onChange={setSearch} />
        {show === 'folder' && (
          <Checkbox label="Show deleted objects" value={gone === '1'} onChange={(on) => setGone(on ? '1' : '0')} />
        )}
        <Checkbox label="Compare with now" value={show === 'differing'} onChange={(on) => setCompared(on ? '1' : '')} />
        <Spacer />
        <Selected count={chosen.length} noun={noun} onClear={() => setSelected(new Set())} actions={actions} />
        <IconButton icon={RefreshCw} look="bordered" label="Refresh" onPress={() => void then.reload()} />
      </Toolbar>
      {then.error?.status === 403 && !rows ? (
        <NoAccess what="the folder at that time" needs={[{ action: 's3:ListBucketVersions', bucket }]} />
      ) : (
        <Table
          rows={rows}
          columns={columns}
          rowKey={({ path }) => path}
          noun={noun}
          name="rewound"
          countOf={(of) => (show === 'differing' ? countDiffering(of) : countOf(of, then.newer))}
          search={search}
          onClearSearch={() => setSearch('')}
          selection={{ keys: selected, onChange: setSelected, actions }}
          actions={(row) => [
            {
              label: 'Restore',
              icon: RotateCcw,
              where: 'server',
              disabled: blocked || refusalOf([row]),
              onSelect: () => restore([row]),
            },
            {
              label: row.kind === 'folder' ? 'Download as Zip' : 'Download',
              icon: Download,
              disabled: refusal('read') || wasNot([row]),
              onSelect: () => void downloadAll(bucket, [row], moment),
            },
          ]}
          sort="none"
          more={{ partial: then.partial, load: then.more, loading: then.loading }}
          empty={
            show === 'differing'
              ? {
                  icon: HistoryIcon,
                  title: 'Nothing differs.',
                  text: messages.nothingHasChangedInFolder,
                }
              : {
                  icon: HistoryIcon,
                  title: messages.folderWasEmpty,
                  text: messages.chooseAnotherTimeOrGo,
                }
          }
          error={then.error}
          onRetry={() => void then.reload()}
        />
      )}
      {dialog}
    </Page>
  )
}
