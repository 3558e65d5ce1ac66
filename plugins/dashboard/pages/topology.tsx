import { counted, displayName } from 'stowage'
import { StatusIcon, Link, Status } from 'stowage/ui'
import { nameOfDrive } from '../alerts/readings.ts'
import type { Drive, Server } from '../contract.ts'
import * as styles from './topology.css.ts'

const toneOf = ({ state, healing }: Drive) => {
  if (healing) return 'warning'
  if (state === 'ok') return 'ok'
  return state === 'unknown' ? 'unknown' : 'danger'
}

const stateOf = ({ state, healing }: Drive) => (healing ? 'healing' : state === 'ok' ? 'OK' : displayName(state))

const addressOf = (tab: 'servers' | 'drives', part: string) => `/dashboard?tab=${tab}&part=${encodeURIComponent(part)}`

/** Drives that are named in words, besides their marks. */
const MAX_NAMED = 4

const ServerDrives = ({ of: { endpoint, state, drives } }: { of: Server }) => {
  const failed = drives.filter((drive) => toneOf(drive) !== 'ok')
  return (
    <li className={styles.server[state === 'online' ? 'online' : 'away']}>
      <Link className={styles.name} href={addressOf('servers', endpoint)}>
        {displayName(endpoint)}
      </Link>
      {state !== 'online' && <Status tone={state === 'offline' ? 'danger' : 'warning'}>{`Server ${state}`}</Status>}
      <ul className={styles.drives} aria-label="Drives">
        {drives.map((drive) => {
          const name = nameOfDrive(endpoint, drive)
          const tone = toneOf(drive)
          return (
            <li key={name}>
              <Link
                href={addressOf('drives', name)}
                className={styles.drive[tone === 'danger' ? 'lost' : 'plain']}
                title={`${displayName(name)}: ${stateOf(drive)}`}
              >
                <StatusIcon tone={tone} label={`${displayName(name)}: ${stateOf(drive)}`} />
              </Link>
            </li>
          )
        })}
      </ul>
      {failed.slice(0, MAX_NAMED).map((drive) => (
        <Status key={nameOfDrive(endpoint, drive)} tone={toneOf(drive)}>
          {`${displayName(drive.drivePath || drive.endpoint)}: ${stateOf(drive)}`}
        </Status>
      ))}
      {failed.length > MAX_NAMED && <span>{`and ${failed.length - MAX_NAMED} more`}</span>}
    </li>
  )
}

type Pool = { number: number | undefined; servers: Server[] }

const poolsOf = (servers: readonly Server[]): Pool[] => {
  const pools = new Map<number | undefined, Server[]>()
  for (const server of servers) pools.set(server.poolNumber, [...(pools.get(server.poolNumber) ?? []), server])
  return [...pools].map(([number, all]) => ({ number, servers: all }))
}

/** Servers by pool, with a mark for each drive; lost drives are red and named. */
export const Topology = ({ servers }: { servers: readonly Server[] }) => (
  <section className={styles.topology} aria-label="Topology">
    {poolsOf(servers).map(({ number, servers: all }, _, pools) => (
      <div key={String(number)}>
        {pools.length > 1 && number !== undefined && (
          <h3
            className={styles.pool}
          >{`Pool ${number}, ${counted(all.length, { one: 'server', many: 'servers' })}`}</h3>
        )}
        <ul className={styles.servers}>
          {all.map((server) => (
            <ServerDrives key={server.endpoint} of={server} />
          ))}
        </ul>
      </div>
    ))}
  </section>
)
