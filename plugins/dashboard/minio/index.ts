import * as v from 'valibot'
import {
  type MinioAdapterContext,
  type MinioBackgroundContext,
  type Background,
  createSecretBox,
  type Diagnosis,
  type DiagnosisContext,
} from 'stowage/server'
import { createMetricsRecorder } from '../backend/metrics-recorder.ts'
import { slowDrivesOf } from '../backend/latency.ts'
import { createMonitor, type StorageState } from '../backend/monitor.ts'
import { createMeasures, startScraping } from '../backend/measures.ts'
import { diagnoseHistories } from '../backend/diagnose-histories.ts'
import { createDashboardPort } from '../backend/dashboard-port.ts'
import { configuredPrometheus } from '../backend/prometheus.ts'
import { prometheusSource } from '../backend/prometheus-source.ts'
import { withWidgets } from '../backend/source.ts'
import { combineBackground } from '../backend/combine-background.ts'
import type { DashboardConfig } from '../config.ts'
import type { Server } from '../contract.ts'
import { readDriveLatency } from './drive-latency.ts'
import { createLatencyWindow } from './latency-window.ts'
import { createServerSamples } from './samples.ts'
import { createTokens } from './tokens.ts'
import { type Decommissions, readDecommissions, spaceInUse } from './decommission.ts'
import { poolName, setsWithoutWriteQuorum, usableSpaceByPool } from './erasure-sets.ts'
import { entriesOf } from 'stowage/engines/minio'
import { fallbackOn } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const number = v.optional(v.number(), 0)
const text = v.optional(v.string(), '')
const flag = v.optional(v.boolean(), false)
const counted = v.optional(v.object({ count: number }), {})

const Drive = v.object({
  endpoint: text,
  path: text,
  state: v.optional(v.string(), 'unknown'),
  uuid: text,
  rootDisk: flag,
  healing: flag,
  model: text,
  totalspace: number,
  usedspace: number,
  availspace: number,
  heal_info: v.nullish(
    v.object({ objects_total_size: number, bytes_done: number, bytes_failed: number, bytes_skipped: number }),
  ),
  pool_index: v.optional(v.number(), -1),
  set_index: v.optional(v.number(), -1),
})

const Info = v.object({
  buckets: counted,
  objects: counted,
  usage: v.optional(v.object({ size: number }), {}),
  backend: v.optional(v.object({ standardSCParity: v.nullish(v.number()) }), {}),
  servers: v.nullish(
    v.array(
      v.object({
        state: v.optional(v.string(), 'unknown'),
        endpoint: text,
        uptime: v.optional(v.number()),
        version: v.optional(v.string()),
        commitID: text,
        poolNumber: v.optional(v.number()),
        poolNumbers: v.nullish(v.array(v.number())),
        network: v.nullish(v.record(v.string(), v.string()), {}),
        drives: v.nullish(v.array(Drive), []),
      }),
    ),
    [],
  ),
})

/** The zero time, in year 1, means before the first scan. */
const Scanned = v.object({
  lastUpdate: v.optional(
    v.pipe(
      v.string(),
      v.transform((iso) => (iso.startsWith('0001-') ? 'never' : iso)),
    ),
  ),
  bucketsUsageInfo: v.optional(
    v.nullable(
      entriesOf(v.object({ size: number, objectsCount: number, versionsCount: number, deleteMarkersCount: number })),
    ),
  ),
})
type Scanned = v.InferOutput<typeof Scanned>

type ServerInfo = v.InferOutput<typeof Info>
type InfoServer = NonNullable<ServerInfo['servers']>[number]
type InfoDrive = NonNullable<InfoServer['drives']>[number]

const drivesOf = ({ drives }: InfoServer): InfoDrive[] => drives ?? []

const allDrives = ({ servers }: ServerInfo) => (servers ?? []).flatMap(drivesOf)

/** Healing progress of a drive; empty if the total is unknown. */
const healedOf = ({
  objects_total_size,
  bytes_done,
  bytes_failed,
  bytes_skipped,
}: NonNullable<InfoDrive['heal_info']>) =>
  objects_total_size > 0
    ? { healed: Math.min(1, (bytes_done + bytes_failed + bytes_skipped) / objects_total_size) }
    : {}

/** The pool of a server; undefined for several, for which the server reports the largest integer. */
const poolOf = ({ poolNumber, poolNumbers }: InfoServer) => {
  const [number, ...others] = poolNumbers ?? [poolNumber]
  return others.length === 0 && Number.isSafeInteger(number) ? number : undefined
}

/** Drops details of the server process: environment, memory, license (minio-server 3.9). */
const toServer = (server: InfoServer): Server => ({
  state: server.state,
  endpoint: server.endpoint,
  // the server omits zero values: without an uptime, it has been up for less than a second
  uptime: server.uptime ?? (server.state === 'online' ? 0 : undefined),
  version: server.version || undefined,
  commitID: server.commitID,
  poolNumber: poolOf(server),
  network: server.network ?? {},
  // sorted, because the page numbers drives and the server returns them in random order
  drives: [...drivesOf(server)]
    .sort((one, other) => (one.endpoint < other.endpoint ? -1 : 1))
    .map(({ path, totalspace, usedspace, availspace, pool_index, set_index, heal_info, ...drive }) => ({
      ...drive,
      ...(drive.healing && heal_info && healedOf(heal_info)),
      drivePath: path,
      totalSpace: totalspace,
      usedSpace: usedspace,
      availableSpace: availspace,
    })),
})

const readInfo = ({ admin }: MinioAdapterContext) =>
  admin.read(Info, { method: 'GET', name: 'info', needs: 'admin:ServerInfo', query: { metrics: 'false' } })

/** Scanner results, which need a separate permission; `undefined` without it. */
const readScanned = ({ admin }: MinioAdapterContext): Promise<Scanned | undefined> =>
  fallbackOn(admin.read(Scanned, { method: 'GET', name: 'datausageinfo' }), ['AccessDenied'], undefined)

/** State of a MinIO cluster (minio-server 3.9). */
const stateOf = async (
  serverInfo: ServerInfo,
  scanned: Scanned | undefined,
  decommissions: Decommissions,
  countBuckets: () => Promise<number>,
): Promise<StorageState> => {
  const empty = serverInfo.buckets.count === 0 && serverInfo.objects.count === 0
  const asOf = scanned?.lastUpdate ?? (empty ? 'never' : undefined)
  const drives = allDrives(serverInfo)
  const parity = serverInfo.backend.standardSCParity ?? 0
  const { space, excluded } = spaceInUse(drives, parity, decommissions)
  // no sizes before the first scan, in contrast to a caller who may not see them
  const sizes = scanned && (scanned.bucketsUsageInfo ?? []).map(([name, { size }]) => [name, size] as const)
  const versions = new Map(
    scanned?.bucketsUsageInfo?.map(([name, { objectsCount, versionsCount, deleteMarkersCount }]) => [
      name,
      { noncurrent: Math.max(0, versionsCount - objectsCount), markers: deleteMarkersCount },
    ]),
  )
  const info = {
    // buckets can be counted without a scan
    buckets: asOf === 'never' ? await countBuckets() : serverInfo.buckets.count,
    ...(asOf && { asOf }),
    objects: serverInfo.objects.count,
    usage: serverInfo.usage.size,
    ...space,
    servers: (serverInfo.servers ?? []).map(toServer).sort((a, b) => (a.endpoint < b.endpoint ? -1 : 1)),
  }
  return {
    info,
    unwritable: setsWithoutWriteQuorum(drives, parity),
    pools: usableSpaceByPool(drives, parity),
    decommissions: new Map([...decommissions].map(([index, state]) => [poolName(index), state])),
    excluded,
    versions,
    ...(sizes && { sizes }),
  }
}

/** Reads the server's metrics every quarter minute with any available token, and evaluates alerts. */
export const background = (context: MinioBackgroundContext, config: DashboardConfig): Background => {
  const { sharedInstances, endedSessions } = context
  const [measures, tokens] = [sharedInstances(createMeasures), sharedInstances(createTokens)]
  const leave = endedSessions.listen(tokens.end)
  const leaveScrapes = measures.listen(sharedInstances(createLatencyWindow).add)
  const archive = sharedInstances(createMetricsRecorder)
  const prometheus = configuredPrometheus(config, context.outboundTo)
  if (prometheus) archive.use(prometheusSource(prometheus))
  const history =
    config.history && !prometheus
      ? [archive.keep({ ...context, measures, file: `history-${context.host.replace(/[^\w.]/g, '-')}` })]
      : []
  const work = combineBackground(
    sharedInstances(createMonitor).work({
      ...context,
      secrets: createSecretBox(context.folder),
      measures,
      source: archive.source,
    }),
    ...history,
    startScraping({
      ...context,
      measures,
      read: createServerSamples({ ...context, metricsToken: config.metricsToken }, tokens),
    }),
  )
  return {
    stop: async () => {
      leave()
      leaveScrapes()
      tokens.clear()
      await work.stop()
    },
  }
}

/** Checks the configured Prometheus, and stored metrics. */
export async function* diagnose(
  { outboundTo, folder }: DiagnosisContext,
  config: DashboardConfig,
): AsyncIterable<Diagnosis> {
  const check = 'Metrics'
  const prometheus = configuredPrometheus(config, outboundTo)
  const problem = await prometheus?.problem()
  if (problem)
    yield {
      check,
      status: 'failed',
      message: [problem.message, problem.detail].filter(Boolean).join(': '),
      fix: messages.checkConsolePrometheusUrl,
    }
  else if (prometheus) yield { check, status: 'ok', message: messages.prometheusHasMetrics(config.prometheusUrl?.host) }
  else
    yield {
      check,
      status: 'skipped',
      message: messages.prometheusNotConfigured,
    }
  yield* diagnoseHistories({ folder })
}

export default (caller: MinioAdapterContext, { grafanaUrl: grafana }: DashboardConfig) => {
  const { sharedInstances, info: account, keys, expires } = caller
  const provideToken = () => {
    const measures = sharedInstances(createMeasures)
    if (sharedInstances(createTokens).lend({ keys, expires }, Date.now()) && (measures.problem() || !measures.newest()))
      measures.requestScrape()
  }
  const mayStay = () => caller.assertGranted('admin:ServerInfo')
  const mayLook = async () => {
    await mayStay()
    provideToken()
  }
  const readState = async () => {
    provideToken()
    const [serverInfo, scanned] = await Promise.all([readInfo(caller), readScanned(caller)])
    const hasSeveralPools = new Set(allDrives(serverInfo).map(({ pool_index }) => pool_index)).size > 1
    const decommissions: Decommissions = hasSeveralPools ? await readDecommissions(caller) : new Map()
    return stateOf(serverInfo, scanned, decommissions, async () => ((await account()).Buckets ?? []).length)
  }
  const readLatency = async () => {
    const problem = sharedInstances(createMeasures).problem()
    return {
      ...sharedInstances(createLatencyWindow).read(),
      slowDrives: slowDrivesOf(await readDriveLatency(caller)),
      ...(problem && { problem: { message: problem.message, ...(problem.detail && { detail: problem.detail }) } }),
    }
  }
  const port = createDashboardPort(sharedInstances(createMonitor), readState, readLatency, {
    mayLook,
    mayStay,
    mayChange: () => caller.assertGranted('admin:ConfigUpdate'),
  })
  return withWidgets(port, sharedInstances(createMetricsRecorder).source(), mayLook, { grafana })
}
