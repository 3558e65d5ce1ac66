import { bytes, date } from '../core/protocol/format.ts'
import type { XAxis } from './chart-series.ts'

/** Label of a point on the horizontal axis. */
export const pointLabel = (at: number, xAxis: XAxis) =>
  xAxis === 'time' ? date(new Date(at * 1000).toISOString()) : bytes(at)
