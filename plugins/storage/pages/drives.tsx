import Eraser from 'lucide-react/icons/eraser'
import ExternalLink from 'lucide-react/icons/external-link'
import HardDrive from 'lucide-react/icons/hard-drive'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { bytes, count, counted, displayName, displayText } from 'stowage'
import { tabularNumbers, hidden, muted, progress as bars } from 'stowage/classes'
import { Button, classes, column, Empty, ListPage, Menu, Page, Row, Status, Tooltip } from 'stowage/ui'
import { showToast, useQuery } from 'stowage/web'
import type { Drive } from '../contract.ts'
import * as messages from '../messages.ts'
import { driveTone, placeColumns, driveIdOf, statesOf } from './drive-text.ts'
import { formatDrives } from './format.tsx'
import { StorageTabs } from './storage-tabs.tsx'
import * as styles from './storage.css.ts'
import { useStorage } from './use-storage.ts'

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
      <span className={classes(tabularNumbers, allocated === 0 && muted)}>{bytes(allocated)}</span>
    </Row>
  )
}

const columns = [
  ...placeColumns,
  column.bytes('Capacity', ({ capacity }: Drive) => capacity, { narrow: 'hidden' }),
  column.text('Allocated', ({ allocated }: Drive) => allocated, {
    width: '180px',
    cell: (row) => <Allocated of={row} />,
    narrow: 'hidden',
  }),
  column.count('Volumes', ({ volumes }: Drive) => volumes, { width: '90px' }),
  column.text('Status', ({ status, message }: Drive) => [status, message].filter(Boolean).join(' '), {
    width: 'minmax(0, 1.2fr)',
    narrow: 'second',
    cell: (row) => {
      const state = <Status tone={driveTone(row)}>{displayName(statesOf(row).join(', '))}</Status>
      if (!row.message) return state
      return (
        <Tooltip text={displayText(row.message)}>
          {state}
          <span className={hidden}>{`: ${displayText(row.message)}`}</span>
        </Tooltip>
      )
    },
  }),
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
  const text = `${label}: ${value ? displayName(value) : all}`
  const items = values.map((one) => ({ label: displayName(one), onSelect: () => onPick(one) }))
  return <Menu label={text} trigger={{ text }} items={[{ label: all, onSelect: () => onPick('') }, 'line', ...items]} />
}

export default function Drives() {
  const of = useStorage()
  const { rows: all, manager, error, reload } = of.drives
  const [node, setNode] = useQuery('node')
  const [state, setState] = useQuery('status')
  const rows = all?.filter((one) => (!node || one.node === node) && (!state || statesOf(one)[0] === state))
  const tabs = <StorageTabs value="drives" of={of} />
  if (error?.status === 404)
    return (
      <Page title="Storage" tabs={tabs}>
        <Empty
          icon={HardDrive}
          title={messages.drivesNotManaged}
          text={messages.installDirectPvHelp}
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
      </Page>
    )
  const nodes = unique(all?.map((one) => one.node) ?? [])
  const format = async (drives: readonly Drive[]) => {
    const done = await formatDrives(drives, manager)
    if (done && done.formatted > 0)
      showToast(`${counted(done.formatted, noun)} ${manager === 'directpv' ? 'formatted' : 'will be formatted'}`)
    return done !== undefined
  }
  return (
    <ListPage
      title="Storage"
      tabs={tabs}
      list={{
        noun,
        source: { ...of.drives, rows },
        rowKey: driveIdOf,
        columns,
        tools: (
          <>
            <Pick label="Node" all={`All ${count(nodes.length)}`} value={node} values={nodes} onPick={setNode} />
            <Pick
              label="Status"
              all="Any"
              value={state}
              values={unique(all?.map((one) => statesOf(one)[0] ?? '') ?? [])}
              onPick={setState}
            />
          </>
        ),
        actions: [
          { label: 'Format', icon: Eraser, tone: 'danger', on: 'selection', call: [rights[manager]], run: format },
        ],
        empty: { icon: HardDrive, text: messages.discoverDrives },
        table: {
          initialSort: 'node',
          blocked: (row) => row.refusal || undefined,
          countOf: (found) =>
            messages.drivesToFormat(
              counted(found.length, noun),
              counted(unique(found.map((one) => one.node)).length, { one: 'node', many: 'nodes' }),
              count(found.filter((one) => !one.refusal).length),
            ),
        },
      }}
    />
  )
}
