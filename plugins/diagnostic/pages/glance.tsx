import ServerIcon from 'lucide-react/icons/server'
import { bytes, count, duration, displayName } from 'stowage'
import { column, type Column, Stats, Status, Table, Muted } from 'stowage/ui'
import type { Report } from '../contract.ts'
import * as styles from './diagnostic.css.ts'
import { summarizeReport, type Finding, type Server } from './report-summary.ts'
import * as messages from '../messages.ts'

const percent = (part: number, total: number) => (total > 0 ? `${Math.round((part / total) * 100)}%` : undefined)

const drivesOf = ({ drives: { ok, all } }: Server) => `${ok}/${all}`

const toneOf = ({ drives: { ok, all, healing } }: Server) => (ok < all ? 'danger' : healing > 0 ? 'warning' : 'ok')

const clockOf = ({ clock }: Server) => clock !== undefined && `${clock < 0 ? '−' : '+'}${Math.abs(clock).toFixed(2)} s`

const columns: readonly Column<Server>[] = [
  column.text('Server', ({ name }) => name, { id: 'name', width: 'minmax(0, 2fr)', narrow: 'main' }),
  column.text('CPU', ({ cores }) => cores, { id: 'cores', look: 'number', width: '72px', narrow: 'hidden' }),
  column.text('Memory', ({ memory }) => memory && bytes(memory.total), {
    look: 'number',
    width: '112px',
    narrow: 'second',
  }),
  column.text('Used', ({ memory }) => memory && percent(memory.used, memory.total), {
    look: 'number',
    width: '80px',
    narrow: 'hidden',
  }),
  column.text('Drives', drivesOf, {
    cell: (server) => <Status tone={toneOf(server)}>{drivesOf(server)}</Status>,
    width: '104px',
    narrow: 'second',
  }),
  column.text('Clock', (server) => clockOf(server) || undefined, { look: 'number', width: '96px', narrow: 'hidden' }),
  column.text('Version', ({ version }) => version, { look: 'muted', width: 'minmax(0, 2fr)', narrow: 'hidden' }),
]

const Findings = ({ of }: { of: readonly Finding[] }) => (
  <div className={styles.wrong}>
    {of.map(({ where, what, tone }, at) => (
      <div key={at} style={{ display: 'contents' }}>
        <span className={styles.location}>
          <Status tone={tone}>{displayName(where)}</Status>
        </span>
        <span>{displayName(what)}</span>
      </div>
    ))}
  </div>
)

/** Summary of servers, drives, memory and errors. */
export const Glance = ({ report }: { report: Report }) => {
  const { servers, drives, memory, wrong: problems } = summarizeReport(report)
  const wrong = problems.filter(({ tone }) => tone !== 'unknown')
  const advice = problems.filter(({ tone }) => tone === 'unknown')
  return (
    <>
      <Stats
        of={[
          {
            label: `Servers, ${count(servers.filter(({ state }) => state === 'online').length)} online`,
            value: count(servers.length),
          },
          {
            label: `Drives, ${count(drives.ok)} ok${drives.healing > 0 ? `, ${count(drives.healing)} healing` : ''}`,
            value: count(drives.all),
          },
          memory
            ? { label: `Memory of ${bytes(memory.total)}`, value: bytes(memory.used) }
            : { label: 'Memory', value: 'Unknown' },
          { label: 'Errors', value: count(wrong.length) },
        ]}
      />
      <Table
        rows={servers}
        columns={columns}
        rowKey={({ name }) => name}
        noun={{ one: 'server', many: 'servers' }}
        height="content"
        empty={{ icon: ServerIcon, title: 'The report names no server' }}
      />
      <h2 className={styles.title}>Errors</h2>
      {wrong.length === 0 ? <Muted as="p">{messages.reportContainsNoErrors}</Muted> : <Findings of={wrong} />}
      {advice.length > 0 && (
        <>
          <h2 className={styles.title}>Advice</h2>
          <Findings of={advice} />
        </>
      )}
    </>
  )
}

/** Duration as text. */
export const spanOf = (seconds: number) => (seconds < 60 ? `${seconds.toFixed(1)} s` : duration(seconds))
