import type { ReactNode } from 'react'
import { bytes, count, counted } from 'stowage'
import { Note, Row, Muted, Stack } from 'stowage/ui'
import { parityOf } from '../../sizes/erasure.ts'
import { GIB } from '../../sizes/units.ts'
import type { Allocation } from './request.ts'
import * as styles from './wizard.css.ts'
import * as messages from '../../messages.ts'

/** Most servers, and drives of each, in the drawing. */
const MAX_DRAWN = { servers: 16, drives: 8 }

/** Drawing of the drives by server, with parity hatched. */
const DriveChart = ({ allocation: { distribution, erasure, chosen } }: { allocation: Allocation }) => {
  if (!erasure || !chosen) return null
  const drives = Math.min(distribution.drives, MAX_DRAWN.drives)
  const servers = Math.min(distribution.servers, MAX_DRAWN.servers)
  // fills the lowest rows first, so that servers with one drive each show parity as well
  const usableDrives = drives * servers - Math.round((drives * servers * parityOf(chosen.choice)) / erasure.stripe)
  return (
    <>
      <Muted as="p">{messages.driveChartLabel}</Muted>
      <div
        className={styles.servers}
        role="img"
        aria-label={messages.serversWithDrives(count(distribution.servers), count(distribution.drives))}
      >
        {Array.from({ length: servers }, (_, server) => (
          <Stack as="span" gap={1} key={server} className={styles.server}>
            {Array.from({ length: drives }, (_, drive) => (
              <span
                key={drive}
                className={styles.drive[drive * servers + server >= usableDrives ? 'parity' : 'data']}
              />
            ))}
          </Stack>
        ))}
        {distribution.servers > servers && <Muted>+{count(distribution.servers - servers)}</Muted>}
      </div>
    </>
  )
}

/** Results of the tenant's size: capacity, memory, and the capacity and fault tolerance of each parity. */
export const Preview = ({ allocation }: { allocation: Allocation }) => {
  const { distribution, erasure, chosen, memory, tolerance, problem } = allocation
  const memoryText =
    memory && !memory.error
      ? `${memory.request / GIB}${memory.limit > memory.request ? ` to ${memory.limit / GIB}` : ''} Gi`
      : undefined
  const rows: [label: string, value: ReactNode][] = distribution.error
    ? []
    : [
        ['Servers', count(distribution.servers)],
        ['Drives', count(distribution.volumes)],
        ['Drive capacity', bytes(distribution.volumeSize)],
        ...(erasure ? [['Raw capacity', bytes(Number(erasure.raw))] as [string, ReactNode]] : []),
        ...(chosen
          ? [['Usable capacity', <b key="usable">{bytes(Number(chosen.capacity))}</b>] as [string, ReactNode]]
          : []),
        ...(memoryText ? [['Memory', memoryText] as [string, ReactNode]] : []),
      ]
  return (
    <aside className={styles.preview} aria-label="Resource allocation">
      <Stack gap={3} className={styles.part}>
        <h2 className={styles.heading}>Resource allocation</h2>
        {problem && <Note error={problem} />}
        {rows.length > 0 && (
          <Stack as="dl" className={styles.rows}>
            {rows.map(([label, value]) => (
              <Row gap={3} justify="between" key={label} className={styles.row}>
                <Muted size="inherit" as="dt">
                  {label}
                </Muted>
                <dd className={styles.amount}>{value}</dd>
              </Row>
            ))}
          </Stack>
        )}
      </Stack>
      {erasure && chosen && (
        <Stack gap={3} className={styles.part}>
          <DriveChart allocation={allocation} />
          {tolerance && (
            <p>
              {messages.survivesLossOf(
                counted(tolerance.drives, { one: 'drive', many: 'drives' }),
                tolerance.servers > 0 ? ` or ${counted(tolerance.servers, { one: 'server', many: 'servers' })}` : '',
              )}
            </p>
          )}
        </Stack>
      )}
      {erasure && (
        <Stack gap={3} className={styles.part}>
          <table className={styles.table} aria-label="Parity">
            <thead>
              <tr>
                {['Parity', 'Usable', 'Failures'].map((title) => (
                  <th key={title} scope="col" className={styles.head}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {erasure.factors.map(({ choice, capacity, failures }) => (
                <tr key={choice} className={styles.chosen[choice === chosen?.choice ? 'yes' : 'no']}>
                  {[choice, bytes(Number(capacity)), count(failures)].map((text, at) => (
                    <td key={at} className={styles.value}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Stack>
      )}
    </aside>
  )
}
