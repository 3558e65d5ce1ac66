import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import {
  type EmbeddedCalls,
  type EmbeddedBackgroundContext,
  type EmbeddedAdapterContext,
  type Background,
  createSecretBox,
} from 'stowage/server'
import { createMetricsRecorder } from '../backend/metrics-recorder.ts'
import { createMonitor, type StorageState } from '../backend/monitor.ts'
import { createMeasures, startScraping } from '../backend/measures.ts'
import { createDashboardPort } from '../backend/dashboard-port.ts'
import { withWidgets } from '../backend/source.ts'
import { combineBackground } from '../backend/combine-background.ts'
import type { DashboardBackend } from '../backend.ts'
import type { DashboardConfig } from '../config.ts'
import type { Drive } from '../contract.ts'
import { createCallLatency } from './call-latency.ts'
import { createEngineSamples } from './engine-samples.ts'
import type { Index } from 'stowage/engines/embedded'

/** The data folder as a drive, with the sizes of its file system. */
const driveOf = async (folder: string, isThere: boolean): Promise<Drive> => {
  const space = isThere ? await statfs(folder).catch(() => undefined) : undefined
  const { blocks, bfree, bavail, bsize } = space ?? { blocks: 0, bfree: 0, bavail: 0, bsize: 0 }
  return {
    uuid: '',
    state: space ? 'ok' : 'missing',
    endpoint: resolve(folder),
    drivePath: resolve(folder),
    rootDisk: false,
    healing: false,
    model: '',
    totalSpace: blocks * bsize,
    usedSpace: (blocks - bfree) * bsize,
    availableSpace: bavail * bsize,
  }
}

/** How calls appear in Trace and in the audit log. */
export const calls: EmbeddedCalls<DashboardBackend> = {
  names: {
    info: 'admin.ServerInfo',
    latency: 'admin.ServerInfo',
    outlook: 'admin.ServerInfo',
    quotaOutlook: 'admin.ServerInfo',
    widget: 'admin.ServerInfo',
    alerts: 'admin.ListAlerts',
    running: 'admin.ListAlerts',
    rules: 'admin.ListAlertRules',
    changeRule: 'admin.SetAlertRule',
    addRule: 'admin.SetAlertRule',
    removeRule: 'admin.DeleteAlertRule',
    setHook: 'admin.SetAlertWebhook',
    tryHook: 'admin.TestAlertWebhook',
  },
}

/** File of the metrics history in the data folder. */
const HISTORY = 'history'

type Folder = { index: Index; folder: string; version: string | undefined }

/** The embedded engine as one server with one drive. */
const readState = async ({ index, folder, version }: Folder): Promise<StorageState> => {
  const isThere = await index.assertFolderExists().then(
    () => true,
    () => false,
  )
  const drive = await driveOf(folder, isThere)
  const sizes: [string, number][] = []
  const versions = new Map<string, { noncurrent: number }>()
  let [usage, objects] = [0, 0]
  for (const { key, value } of index.buckets.getRange()) {
    const stored = index.usageOf(value)
    sizes.push([key, stored.size])
    // delete markers are among the versions
    versions.set(key, { noncurrent: stored.versions - stored.objects })
    usage += stored.size
    objects += stored.objects
  }
  const host = hostname()
  const info = {
    buckets: sizes.length,
    objects,
    usage,
    capacity: drive.usedSpace + drive.availableSpace,
    used: drive.usedSpace,
    servers: [
      {
        state: 'online',
        endpoint: host,
        uptime: Math.floor(process.uptime()),
        version,
        commitID: '',
        network: { [host]: 'online' },
        drives: [drive],
      },
    ],
  }
  return { info, sizes, versions }
}

/** Collects the engine's own metrics every quarter minute, and evaluates alerts. */
export const background = (context: EmbeddedBackgroundContext, { history }: DashboardConfig): Background => {
  const measures = context.sharedInstances(createMeasures)
  const calls = context.sharedInstances(createCallLatency)
  calls.begin(context.clock())
  const leave = context.tracer.listen((call) => calls.add(call, context.clock()))
  return combineBackground(
    { stop: async () => leave() },
    context.sharedInstances(createMonitor).work({
      ...context,
      secrets: createSecretBox(context.folder),
      measures,
      look: () => readState(context),
      source: () => context.sharedInstances(createMetricsRecorder).source(),
    }),
    ...(history ? [context.sharedInstances(createMetricsRecorder).keep({ ...context, measures, file: HISTORY })] : []),
    startScraping({ ...context, measures, read: createEngineSamples(context) }),
  )
}

export { diagnoseHistories as diagnose } from '../backend/diagnose-histories.ts'

export default (kit: EmbeddedAdapterContext, { grafanaUrl: grafana }: DashboardConfig): DashboardBackend => {
  const { authenticate, folder, version, sharedInstances } = kit
  const assert = async (action: string) => authenticate().caller.assert(action)
  const mayLook = () => assert('admin:ServerInfo')
  const port = createDashboardPort(
    sharedInstances(createMonitor),
    async () => {
      const { index, caller } = authenticate()
      caller.assert('admin:ServerInfo')
      const state = await readState({ index, folder, version })
      return caller.may('admin:DataUsageInfo') ? state : { info: state.info }
    },
    async () => sharedInstances(createCallLatency).read(Date.now()),
    { mayLook, mayStay: mayLook, mayChange: () => assert('admin:ConfigUpdate') },
  )
  return withWidgets(port, sharedInstances(createMetricsRecorder).source(), mayLook, { grafana })
}
