import Eraser from 'lucide-react/icons/eraser'
import ExternalLink from 'lucide-react/icons/external-link'
import HardDrive from 'lucide-react/icons/hard-drive'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { showToast, useQuery, useRefusals } from 'stowage/web'
import { bytes, count, counted, displayName, displayText } from 'stowage'
import {
  Button,
  classes,
  type Column,
  Empty,
  IconButton,
  Menu,
  Search,
  Selected,
  Spacer,
  Status,
  Table,
  Toolbar,
  Tooltip,
  useBulk,
  Row,
} from 'stowage/ui'
import { figures, hidden, muted, progress as bars } from 'stowage/classes'
import type { Drive } from '../contract.ts'
import { formatDrives } from './format.tsx'
import { Frame } from './frame.tsx'
import * as styles from './storage.css.ts'
import { useStorage } from './use-storage.ts'
import { placeColumns, driveTone, placeOf, statesOf } from './drive-text.ts'
import * as messages from '../messages.ts'

const noun = { one: 'drive', many: 'drives' }

/** Capacity allocated to volumes. It does not measure use, so the bar never warns. */
const Allocated = ({ of: { drive, node, allocated, capacity } }: { of: Drive }) => {
  const percent = capacity > 0 ? Math.min(100, Math.round((allocated / capacity) * 100)) : 0
  return (
    <Row
      as="span"
      gap={3}
      role="meter"
      aria-label={displayName(`Allocated of ${drive} on ${node}`)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={classes(bars.track.thin, styles.bar)}>
        <span className={bars.fill.plain} style={{ display: 'block', width: `${percent}%` }} />
      </span>
      <span className={classes(figures, allocated === 0 && muted)}>{bytes(allocated)}</span>
    </Row>
  )
}

const columns: Column<Drive>[] = [
  ...placeColumns,
  {
    id: 'capacity',
    title: 'Capacity',
    look: 'number',
    width: '110px',
    value: ({ capacity }) => capacity,
    cell: ({ capacity }) => bytes(capacity),
    narrow: 'hidden',
  },
  {
    id: 'allocated',
    title: 'Allocated',
    width: '180px',
    value: ({ allocated }) => allocated,
    cell: (row) => <Allocated of={row} />,
    narrow: 'hidden',
  },
  {
    id: 'volumes',
    title: 'Volumes',
    look: 'number',
    width: '90px',
    value: ({ volumes }) => volumes,
    cell: ({ volumes }) => count(volumes),
    narrow: 'hidden',
  },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(0, 1.2fr)',
    value: ({ status, message }) => [status, message].filter(Boolean).join(' '),
    cell: (row) => {
      const state = <Status tone={driveTone(row)}>{displayName(statesOf(row).join(', '))}</Status>
      return row.message ? (
        <Tooltip text={displayText(row.message)}>
          {state}
          <span className={hidden}>{`: ${displayText(row.message)}`}</span>
        </Tooltip>
      ) : (
        state
      )
    },
    narrow: 'second',
  },
]

const rights = {
  directpv: 'k8s:create:directpvinitrequests.directpv.min.io',
  'direct-csi': 'k8s:update:directcsidrives.direct.csi.min.io',
} as const

const unique = (all: readonly string[]) => [...new Set(all)].sort()

type PickProps = {
  label: string
  all: string
  value: string
  values: readonly string[]
  onPick: (value: string) => void
}

/** Filter of the drive list by one property. */
const Pick = ({ label, all, value, values, onPick }: PickProps) => {
  const words = `${label}: ${value ? displayName(value) : all}`
  const items = values.map((one) => ({ label: displayName(one), onSelect: () => onPick(one) }))
  return (
    <Menu
      label={words}
      trigger={{ text: words }}
      items={[{ label: all, onSelect: () => onPick('') }, 'line', ...items]}
    />
  )
}

export default function Drives() {
  const of = useStorage()
  const { rows: all, manager, error, loading, reload } = of.drives
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'node')
  const [node, setNode] = useQuery('node')
  const [state, setState] = useQuery('status')
  const refusal = useRefusals({ format: { action: rights[manager] } })
  const rows = all?.filter((one) => (!node || one.node === node) && (!state || statesOf(one)[0] === state))
  const { selection, selected, clear } = useBulk({
    rows,
    rowKey: placeOf,
    noun,
    blocked: (row) => row.refusal || undefined,
    actions: [
      {
        label: 'Format',
        icon: Eraser,
        tone: 'danger',
        disabled: refusal('format'),
        onSelect: async (chosen) => {
          const done = await formatDrives(chosen, manager)
          if (!done) return
          if (done.formatted > 0)
            showToast(
              manager === 'directpv'
                ? `${counted(done.formatted, noun)} formatted`
                : `${counted(done.formatted, noun)} will be formatted`,
            )
          clear()
          await reload()
        },
      },
    ],
  })
  if (error?.status === 404)
    return (
      <Frame part="drives" of={of}>
        <Empty
          icon={HardDrive}
          title={messages.drivesAreNotManaged}
          text={messages.toManageLocallyAttachedDrivesInstall}
          action={
            <>
              <Button icon={ExternalLink} href="https://github.com/minio/directpv">
                DirectPV
              </Button>
              <Button icon={RefreshCw} onPress={() => void reload()}>
                Look again
              </Button>
            </>
          }
        />
      </Frame>
    )
  const nodes = unique(all?.map((one) => one.node) ?? [])
  const formattable = (found: readonly Drive[]) => found.filter((one) => !one.refusal).length
  return (
    <Frame part="drives" of={of}>
      <Toolbar>
        <Search label="Search Drives" value={search} onChange={setSearch} />
        <Pick label="Node" all={`All ${count(nodes.length)}`} value={node} values={nodes} onPick={setNode} />
        <Pick
          label="Status"
          all="Any"
          value={state}
          values={unique(all?.map((one) => statesOf(one)[0] ?? '') ?? [])}
          onPick={setState}
        />
        <Spacer />
        <Selected {...selected} />
        <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={() => void reload()} />
      </Toolbar>
      <Table
        rows={rows}
        columns={columns}
        rowKey={placeOf}
        noun={noun}
        name="drives"
        selection={selection}
        countOf={(found) =>
          messages.onCanBeFormatted(
            counted(found.length, noun),
            counted(unique(found.map((one) => one.node)).length, { one: 'node', many: 'nodes' }),
            count(formattable(found)),
          )
        }
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        empty={{
          icon: HardDrive,
          text: messages.drivesAppearHereOnceThey,
        }}
        error={error}
        onRetry={() => void reload()}
        loading={loading}
      />
    </Frame>
  )
}
