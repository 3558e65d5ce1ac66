import { type ReactNode, useEffect, useRef } from 'react'
import { bytes, capitalize, duration, type Noun, displayName } from 'stowage'
import { classes, Pager, Status } from 'stowage/ui'
import { nameOfDrive } from '../alerts/readings.ts'
import type { Drive, Server } from '../contract.ts'
import * as styles from './status.css.ts'

/** Servers or drives per page (spec/1 section 9). */
const PAGE_SIZE = 5

type Column<Row> = {
  title: string
  cell: (row: Row, number: number) => ReactNode
  width: string
  align?: 'right'
  /** Label in front of the value in narrow windows, which hide the column heads. */
  caption?: string
}

type PartsProps<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  noun: Noun
  /** Without it, the page with the current row. */
  page: number | undefined
  onPage: (page: number) => void
  /** Place of the row that a link leads to, or -1. */
  current: number
}

/** A page of servers or drives. */
const Parts = <Row,>({ rows, columns, noun, page: requested, onPage, current }: PartsProps<Row>) => {
  const currentRow = useRef<HTMLDivElement>(null)
  // `void`, because scroll methods of new browsers return a promise, which React would call as a cleanup function
  useEffect(() => void currentRow.current?.scrollIntoView({ block: 'nearest' }), [current])
  const page = Math.min(
    Math.max(1, requested ?? Math.floor(Math.max(0, current) / PAGE_SIZE) + 1),
    Math.max(1, Math.ceil(rows.length / PAGE_SIZE)),
  )
  const from = (page - 1) * PAGE_SIZE
  const template = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }
  return (
    <>
      <div role="table" aria-label={capitalize(noun.many)} className={styles.table}>
        <div role="row" className={styles.head} style={template}>
          {columns.map(({ title, align }) => (
            <span key={title} role="columnheader" className={classes(align && styles.right)}>
              {title}
            </span>
          ))}
        </div>
        {rows.slice(from, from + PAGE_SIZE).map((row, index) => (
          <div
            key={from + index}
            ref={from + index === current ? currentRow : undefined}
            role="row"
            aria-current={from + index === current || undefined}
            className={styles.row}
            style={template}
          >
            {columns.map(({ title, cell, align, caption }, column) => (
              <div
                key={title}
                role="cell"
                className={classes(column === 0 ? styles.first : styles.cell, align && styles.right)}
              >
                {caption && <span className={styles.caption}>{caption}: </span>}
                {cell(row, from + index + 1)}
              </div>
            ))}
          </div>
        ))}
      </div>
      <Pager page={page} onChange={onPage} total={rows.length} size={PAGE_SIZE} noun={noun} />
    </>
  )
}

const states = {
  online: 'ok',
  ok: 'ok',
  offline: 'danger',
  initializing: 'warning',
  faulty: 'danger',
  missing: 'danger',
  corrupt: 'danger',
} as const

const State = ({ of }: { of: string }) => (
  <Status tone={states[of as keyof typeof states] ?? 'unknown'}>
    {of === 'ok' ? 'OK' : capitalize(displayName(of))}
  </Status>
)

/** Status color by the number of working parts: half or fewer is danger (spec/1 section 9). */
export const statusOf = (healthy: number, all: number) => {
  if (all === 0) return 'unknown'
  if (healthy === all) return 'ok'
  return healthy <= all / 2 ? 'danger' : 'warning'
}

const healingText = (healed: number | undefined) =>
  healed === undefined ? 'Healing' : `Healing, ${Math.floor(healed * 100)}%`

/** The number of working parts and their total. */
const Share = ({ healthy, all }: { healthy: number; all: number }) => (
  <Status tone={statusOf(healthy, all)}>{`${healthy}/${all}`}</Status>
)

const Missing = () => <span className={styles.missing}>N/A</span>

const Named = ({ name, address }: { name: string; address: string }) => (
  <>
    <div className={styles.name}>{name}</div>
    <div className={styles.address}>{displayName(address)}</div>
  </>
)

const serverColumns: readonly Column<Server>[] = [
  {
    title: 'Server',
    width: 'minmax(0, 2fr)',
    cell: ({ endpoint }, number) => <Named name={`Server ${number}`} address={endpoint} />,
  },
  { title: 'State', width: '110px', cell: ({ state }) => <State of={state} /> },
  {
    title: 'Drives',
    width: '100px',
    caption: 'Drives',
    cell: ({ drives }) => <Share healthy={drives.filter(({ state }) => state === 'ok').length} all={drives.length} />,
  },
  {
    title: 'Network',
    width: '100px',
    caption: 'Network',
    cell: ({ network }) => {
      const peers = Object.values(network)
      return <Share healthy={peers.filter((peer) => peer === 'online').length} all={peers.length} />
    },
  },
  {
    title: 'Uptime',
    width: '150px',
    align: 'right',
    caption: 'Uptime',
    cell: ({ uptime }) => (uptime === undefined ? <Missing /> : <span>{duration(uptime)}</span>),
  },
  {
    title: 'Version',
    width: 'minmax(0, 1fr)',
    align: 'right',
    caption: 'Version',
    cell: ({ version }) => (version ? <span className={styles.version}>{displayName(version)}</span> : <Missing />),
  },
]

const sizeColumn = (title: string, of: (drive: Drive) => number): Column<Drive> => ({
  title,
  width: '120px',
  align: 'right',
  caption: title,
  cell: (drive) => (drive.totalSpace > 0 ? <span>{bytes(of(drive))}</span> : <Missing />),
})

const driveColumns: readonly Column<Drive>[] = [
  {
    title: 'Drive',
    width: 'minmax(0, 1fr)',
    cell: ({ endpoint, drivePath }, number) => <Named name={`Drive ${number}`} address={endpoint || drivePath} />,
  },
  {
    title: 'State',
    width: '130px',
    cell: ({ state, healing, healed }) =>
      healing ? <Status tone="warning">{healingText(healed)}</Status> : <State of={state} />,
  },
  sizeColumn('Capacity', ({ totalSpace }) => totalSpace),
  sizeColumn('Used', ({ usedSpace }) => usedSpace),
  sizeColumn('Available', ({ availableSpace }) => availableSpace),
]

type ListProps<Row> = Pick<PartsProps<Row>, 'rows' | 'page' | 'onPage'> & {
  /** Name of the part that a link leads to. */
  part?: string
}

export const Servers = ({ part, ...props }: ListProps<Server>) => (
  <Parts
    {...props}
    columns={serverColumns}
    noun={{ one: 'server', many: 'servers' }}
    current={props.rows.findIndex(({ endpoint }) => endpoint === part)}
  />
)

/** A drive and its server's address. */
export type PlacedDrive = Drive & { server: string }

export const placedDrives = (servers: readonly Server[]): PlacedDrive[] =>
  servers.flatMap(({ endpoint: server, drives }) => drives.map((drive) => ({ ...drive, server })))

export const Drives = ({ part, ...props }: ListProps<PlacedDrive>) => (
  <Parts
    {...props}
    columns={driveColumns}
    noun={{ one: 'drive', many: 'drives' }}
    current={props.rows.findIndex((drive) => nameOfDrive(drive.server, drive) === part)}
  />
)
