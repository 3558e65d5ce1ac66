import { readdir, readFile, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Sample } from '../backend/history/samples.ts'
import { countSizes } from './sizes.ts'
import type { EmbeddedBackgroundContext } from 'stowage/server'

/** Maximum age of object counts by size, in ms. With many objects counting is slow and runs once per hour. */
const [MIN_COUNT_AGE, MAX_COUNT_AGE] = [60_000, 3_600_000]
const MANY_OBJECTS = 100_000

/** Kernel statistics of this process (Linux only). */
const readProcess = async (): Promise<Record<string, number>> => {
  const io = await readFile('/proc/self/io', 'utf8').catch(() => '')
  const open = await readdir('/proc/self/fd').catch(() => undefined)
  const counted = Object.fromEntries(
    io
      .split('\n')
      .map((line) => line.split(': '))
      .map(([name, value]) => [name, Number(value)]),
  )
  const { user, system } = process.cpuUsage()
  return {
    minio_node_process_resident_memory_bytes: process.memoryUsage.rss(),
    minio_node_process_cpu_total_seconds: (user + system) / 1e6,
    ...(counted.rchar !== undefined && {
      minio_node_io_rchar_bytes: counted.rchar,
      minio_node_io_wchar_bytes: counted.wchar ?? 0,
      minio_node_syscall_read_total: counted.syscr ?? 0,
      minio_node_syscall_write_total: counted.syscw ?? 0,
    }),
    ...(open && { minio_node_file_descriptor_open_total: open.length }),
  }
}

type SampleSources = Pick<EmbeddedBackgroundContext, 'index' | 'folder' | 'callCounters' | 'clock'>

/** Reports the embedded engine's metrics under MinIO's names. Counting objects by size continues between scrapes. */
export const createEngineSamples = ({ index, folder, callCounters, clock }: SampleSources) => {
  const server = hostname()
  const started = Math.round(clock() / 1000 - process.uptime())
  let sizes: Record<string, number> | undefined
  let countedAt = -Infinity
  let counting: Promise<void> | undefined

  const recount = (objects: number, signal: AbortSignal) => {
    if (counting || clock() - countedAt < (objects > MANY_OBJECTS ? MAX_COUNT_AGE : MIN_COUNT_AGE)) return
    countedAt = clock()
    counting = countSizes(index, signal)
      .then((counted) => void (sizes = counted ?? sizes))
      .finally(() => (counting = undefined))
  }

  const readDrive = async (): Promise<Sample[]> => {
    const isThere = await index.assertFolderExists().then(
      () => true,
      () => false,
    )
    const space = isThere ? await statfs(folder).catch(() => undefined) : undefined
    const drive = { server, drive: resolve(folder) }
    return [
      { name: 'minio_cluster_drive_online_total', labels: {}, value: space ? 1 : 0 },
      { name: 'minio_cluster_drive_offline_total', labels: {}, value: space ? 0 : 1 },
      ...(space
        ? [
            {
              name: 'minio_cluster_capacity_usable_total_bytes',
              labels: {},
              value: (space.blocks - space.bfree + space.bavail) * space.bsize,
            },
            { name: 'minio_cluster_capacity_usable_free_bytes', labels: {}, value: space.bavail * space.bsize },
            { name: 'minio_node_drive_used_bytes', labels: drive, value: (space.blocks - space.bfree) * space.bsize },
            { name: 'minio_node_drive_free_inodes', labels: drive, value: space.ffree },
          ]
        : []),
    ]
  }

  const readCalls = (): Sample[] =>
    [...callCounters.calls()].flatMap(([name, { count, failed, serverErrors }]) => {
      if (!name.startsWith('s3.')) return []
      const labels = { server, api: name.slice('s3.'.length).toLowerCase() }
      return [
        { name: 'minio_s3_requests_total', labels, value: count },
        { name: 'minio_s3_requests_errors_total', labels, value: failed },
        { name: 'minio_s3_requests_5xx_errors_total', labels, value: serverErrors },
      ]
    })

  return async (signal: AbortSignal): Promise<Sample[]> => {
    const usages = Array.from(index.buckets.getRange(), ({ value }) => index.usageOf(value))
    const sum = (of: 'size' | 'objects') => usages.reduce((all, usage) => all + usage[of], 0)
    const [bytes, objects] = [sum('size'), sum('objects')]
    const drive = await readDrive()
    const process = await readProcess()
    if (signal.aborted) return []
    recount(objects, signal)
    // with few objects counting is fast enough to wait for
    if (objects <= MANY_OBJECTS) await counting
    const { received, sent } = callCounters.bytes()
    const cluster = {
      minio_cluster_bucket_total: usages.length,
      minio_cluster_usage_object_total: objects,
      minio_cluster_usage_total_bytes: bytes,
      minio_cluster_nodes_online_total: 1,
      minio_cluster_nodes_offline_total: 0,
    }
    const node = {
      ...process,
      minio_node_process_starttime_seconds: started,
      minio_s3_traffic_received_bytes: received,
      minio_s3_traffic_sent_bytes: sent,
    }
    return [
      ...Object.entries(cluster).map(([name, value]) => ({ name, labels: {}, value })),
      ...Object.entries(node).map(([name, value]) => ({ name, labels: { server }, value })),
      ...Object.entries(sizes ?? {}).map(([range, value]) => ({
        name: 'minio_cluster_objects_size_distribution',
        labels: { range },
        value,
      })),
      ...drive,
      ...readCalls(),
    ]
  }
}
