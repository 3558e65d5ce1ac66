import { bytes, date } from '../core/protocol/format.ts'
import type { Along } from './chart-figures.ts'

/** Label of a point on the horizontal axis. */
export const pointLabel = (at: number, along: Along) =>
  along === 'time' ? date(new Date(at * 1000).toISOString()) : bytes(at)
