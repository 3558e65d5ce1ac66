import type { Usage } from '../forecast.ts'
import type { Readings } from './metrics.ts'

/** A metric sample; and a scrape, with its time in ms since 1970. */
type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }
type Scrape = { at: number; samples: readonly Sample[] }

/**
 * Capacity of pools that take no new objects, and its used part, in bytes. `drives` is the number of all drives that
 * the storage had then.
 */
export type Excluded = { capacity: number; used: number; drives: number }

const nothingExcluded: Excluded = { capacity: 0, used: 0, drives: 0 }

/** Window of the error rate in ms, and the minimum number of requests in it. */
const [WINDOW, MIN_REQUESTS] = [300_000, 20]

const HOUR_NS = 3.6e12

const sum = ({ samples }: Scrape, ...names: readonly string[]) => {
  const matching = samples.filter(({ name }) => names.includes(name))
  return matching.length > 0 ? matching.reduce((total, { value }) => total + value, 0) : undefined
}

/** Request counts: all, and those that failed with a server error. */
const callsIn = (scrape: Scrape) => ({
  at: scrape.at,
  all: sum(scrape, 'minio_s3_requests_total') ?? 0,
  failed: sum(scrape, 'minio_s3_requests_5xx_errors_total') ?? 0,
})

/** Derives readings from consecutive scrapes; the error rate covers the last five minutes. */
export const createScrapeReadings = () => {
  let recent: ReturnType<typeof callsIn>[] = []

  const errorRate = (scrape: Scrape): Readings => {
    const now = callsIn(scrape)
    const last = recent.at(-1)
    // counters were reset by a restart, or a server is missing
    if (last && (now.all < last.all || now.failed < last.failed)) recent = []
    recent = [...recent.filter(({ at }) => now.at - at <= WINDOW), now]
    const [first = now] = recent
    const all = now.all - first.all
    return { 'error-rate': { value: all < MIN_REQUESTS ? 0 : ((now.failed - first.failed) / all) * 100 } }
  }

  return (
    scrape: Scrape,
    lastExcluded: Excluded = nothingExcluded,
  ): { readings: Readings; usage: Omit<Usage, 'at'> | undefined } => {
    const drives = sum(scrape, 'minio_cluster_drive_offline_total', 'minio_cluster_disk_offline_total')
    const online = sum(scrape, 'minio_cluster_drive_online_total', 'minio_cluster_disk_online_total')
    // with fewer drives, a decommissioned pool was removed
    const excluded =
      (drives ?? 0) + (online ?? lastExcluded.drives) < lastExcluded.drives ? nothingExcluded : lastExcluded
    const servers = sum(scrape, 'minio_cluster_nodes_offline_total')
    const [stored, usable, free] = [
      sum(scrape, 'minio_cluster_usage_total_bytes'),
      sum(scrape, 'minio_cluster_capacity_usable_total_bytes'),
      sum(scrape, 'minio_cluster_capacity_usable_free_bytes'),
    ]
    const space =
      usable && free !== undefined && usable > excluded.capacity
        ? { used: Math.max(0, usable - free - excluded.used), usable: usable - excluded.capacity }
        : undefined
    const scans = scrape.samples
      .filter(({ name }) => name === 'minio_usage_last_activity_nano_seconds')
      .map(({ value }) => value)
    const versions = new Set(
      scrape.samples.flatMap(({ name, labels }) =>
        name === 'minio_software_version_info' && labels.version ? [labels.version] : [],
      ),
    )
    return {
      readings: {
        ...(drives !== undefined && { 'drives-offline': { value: drives } }),
        ...(servers !== undefined && { 'servers-offline': { value: servers } }),
        ...(space && { 'capacity-used': { value: (space.used / space.usable) * 100 } }),
        // any server may run the scan, so the newest counts
        ...(scans.length > 0 && { 'scan-age': { value: Math.min(...scans) / HOUR_NS } }),
        ...(versions.size > 0 && {
          versions: { value: versions.size, ...(versions.size > 1 && { source: [...versions].sort().join(', ') }) },
        }),
        ...errorRate(scrape),
      },
      usage: stored !== undefined && space ? { stored, ...space } : undefined,
    }
  }
}
