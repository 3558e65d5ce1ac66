import { setTimeout as pause } from 'node:timers/promises'
import type { LogSource } from './logs.ts'

/** Existing lines of a running container. */
const LINE_COUNT = 1200

/** Existing lines of a container's previous run. */
const PREVIOUS_LINE_COUNT = 300

/** Time between existing lines, in ms. */
const LINE_INTERVAL = 40_000

/** Interval between new lines of a followed log, in ms. */
const FOLLOW_INTERVAL = 2000

const usualLines = [
  'INFO: Scanner cycle done in 4 min 47 s, 1203871 items',
  'INFO: Replication of video-masters: 0 pending, 0 failed',
  'INFO: Lifecycle: 1204 objects of logs-archive moved to GLACIER-EU',
  'INFO: Notify kafka:invoices back online, 38 events sent from the queue',
  'INFO: TLS handshake error from 10.20.4.30:51544: EOF',
  'INFO: Config reloaded: notify_kafka:invoices',
] as const

const problemLines = [
  'Error: drive /export3 returned an unexpected error: input/output error',
  '       8: internal/logger/logger.go:271:logger.LogIf()',
  '       7: cmd/logging.go:145:cmd.storageLogIf()',
  'WARN: taking drive /export3 offline: unable to write+read for 30 s',
  'INFO: Set 0 has 15 of 16 drives online, write quorum 12',
  'WARN: drive /export3 still offline: input/output error',
] as const

const startLines = [
  'INFO: Formatting 1st pool, 1 set(s), 16 drives per set.',
  'MinIO Object Storage Server',
  'License: GNU AGPLv3',
  'API: https://minio',
] as const

/** Sample lines, each with its time. */
export const createSampleLogs =
  (clock: () => number): LogSource =>
  ({ metadata }, container, run) => {
    const isFaulty = metadata.name === 'harbour-prod-pool-0-2' && container === 'minio'
    const messageAt = (index: number) => {
      if (container !== 'minio') return 'INFO: Watching the configuration of the tenant'
      if (index < startLines.length) return startLines[index] ?? ''
      const lines = isFaulty && index % 20 > 12 ? problemLines : usualLines
      return lines[index % lines.length] ?? ''
    }
    const count = run === 'previous' ? PREVIOUS_LINE_COUNT : LINE_COUNT
    const now = clock() - (run === 'previous' ? LINE_COUNT * LINE_INTERVAL : 0)
    const line = (index: number, at: number) =>
      `${new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')} ${messageAt(index)}`
    return {
      lines: Array.from({ length: count }, (_, index) => line(index, now - (count - index) * LINE_INTERVAL)),
      next: (index, signal) =>
        pause(FOLLOW_INTERVAL, undefined, { signal, ref: false }).then(() => line(index, clock())),
    }
  }
