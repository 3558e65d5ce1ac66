import { bytesOf, GIB } from './units.ts'
import * as messages from '../messages.ts'

/** Requested size of a tenant: the total, the number of servers, and the drives of each. */
export type RequestedSize = { size: string; unit: string; servers: number; drives: number }

/** Volumes of equal size in bytes; zeros and an error if that is impossible. */
export type Distribution = { servers: number; drives: number; volumes: number; volumeSize: number; error: string }

const none = (error: string): Distribution => ({ servers: 0, drives: 0, volumes: 0, volumeSize: 0, error })

/** Divides a size evenly, in whole bytes (operator 3.3). */
export const distributionOf = ({ size, unit, servers, drives }: RequestedSize): Distribution => {
  const bytes = bytesOf(size, unit)
  if (bytes < GIB) return none(messages.poolTooSmall)
  if (drives <= 0) return none(messages.numberOfDrives)
  const counts = [servers, drives]
  if (Number.isNaN(bytes) || !counts.every(Number.isInteger) || servers < 1) return none(messages.dataInvalid)
  const volumes = servers * drives
  const volumeSize = Math.floor(bytes / volumes)
  if (volumeSize < GIB) return none(messages.driveSizeTooSmall)
  return { servers, drives, volumes, volumeSize, error: '' }
}
