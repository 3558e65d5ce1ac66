import type { Info } from '../contract.ts'
import type { Decommission } from '../outlook.ts'
import type { Readings } from './metrics.ts'

const several = (names: readonly string[]) => {
  const [first] = names
  if (first === undefined) return {}
  return { source: names.length > 1 ? `${first} and ${names.length - 1} more` : first }
}

const severalParts = (names: readonly string[]) => ({ ...several(names), ...(names[0] && { part: names[0] }) })

/** Number of erasure sets without write quorum, and the first one's description. */
export const quorumReading = (unwritable: readonly string[] | undefined): Readings =>
  unwritable ? { 'write-quorum': { value: unwritable.length, ...several(unwritable) } } : {}

/** Number of pools whose decommission failed, and the first one's name. */
export const decommissionReading = (decommissions: ReadonlyMap<string, Decommission> | undefined): Readings => {
  if (!decommissions) return {}
  const failed = [...decommissions].flatMap(([pool, state]) => (state === 'failed' ? [pool] : []))
  return { 'failed-decommissions': { value: failed.length, ...several(failed) } }
}

/** Name of a drive: its endpoint, or its path on its server. */
export const nameOfDrive = (
  server: string,
  { endpoint = '', drivePath = '' }: { endpoint?: string | undefined; drivePath?: string | undefined },
) => endpoint || `${server}:${drivePath}`

/** Derives readings from the storage's state; unknown metrics are left out. */
export const readingsOf = ({ servers, used, capacity, asOf }: Info, now: number): Readings => {
  const all = servers ?? []
  const drives = all.flatMap(({ endpoint: server = '', drives: own = [] }) =>
    own.map((drive) => ({ ...drive, name: nameOfDrive(server, drive) })),
  )
  const unhealthy = drives.filter(({ state, healing }) => state !== 'ok' && !healing)
  const healing = drives.filter((drive) => drive.healing)
  const offline = all.filter(({ state }) => state === 'offline')
  const versions = new Set(all.flatMap(({ version }) => version || []))
  const scanned = asOf === undefined || asOf === 'never' ? NaN : Date.parse(asOf)
  return {
    'drives-offline': { value: unhealthy.length, ...severalParts(unhealthy.map(({ name }) => name)) },
    'drives-healing': { value: healing.length, ...severalParts(healing.map(({ name }) => name)) },
    'servers-offline': { value: offline.length, ...severalParts(offline.map(({ endpoint = '' }) => endpoint)) },
    versions: { value: versions.size, ...(versions.size > 1 && { source: [...versions].sort().join(', ') }) },
    ...(capacity && used !== undefined && { 'capacity-used': { value: (used / capacity) * 100 } }),
    ...(!Number.isNaN(scanned) && { 'scan-age': { value: Math.max(0, (now - scanned) / 3_600_000) } }),
  }
}
