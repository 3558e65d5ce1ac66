import type { Column } from 'stowage/ui'
import type { Drive } from '../contract.ts'

/** Identifies a drive in the cluster, as sent to the server. */
export const driveIdOf = ({ node, drive }: Pick<Drive, 'node' | 'drive'>) => `${node}:${drive}`

/** Columns that say which drive it is. */
export const placeColumns: readonly Column<Drive>[] = [
  { id: 'drive', title: 'Drive', look: 'mono', value: ({ drive }) => drive, narrow: 'main' },
  { id: 'node', title: 'Node', value: ({ node }) => node, narrow: 'second' },
]

type Tone = 'ok' | 'warning' | 'danger' | 'unknown'

const units: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
}

/** Parses a Kubernetes quantity (`10Gi`) to bytes; `undefined` if it is invalid. */
export const sizeOf = (quantity: string) => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?(?:e\d+)?)([kKMGTP]?i?)$/.exec(quantity) ?? []
  const factor = units[unit]
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor
}

const claims: Readonly<Record<string, Tone>> = { Bound: 'ok', Pending: 'warning', Lost: 'danger' }

export const claimTone = (status: string): Tone => claims[status] ?? 'unknown'

const states: Readonly<Record<string, Tone>> = {
  Ready: 'ok',
  InUse: 'ok',
  Available: 'unknown',
  Unavailable: 'unknown',
  Lost: 'danger',
  Error: 'danger',
  Removed: 'danger',
}

/** States of a drive; a trailing `*` only means there is a message. */
export const statesOf = ({ status }: Pick<Drive, 'status'>) => status.replace(/\*$/, '').split(',')

/** Tone of the drive's worst state. */
export const driveTone = (drive: Pick<Drive, 'status' | 'message'>): Tone => {
  const [first = '', ...others] = statesOf(drive)
  const tone = states[first] ?? 'warning'
  return tone === 'ok' && (others.length > 0 || drive.message) ? 'warning' : tone
}
