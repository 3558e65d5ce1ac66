import type { DashboardBackend } from '../backend.ts'
import type { Latency } from '../latency.ts'
import type { Monitor, StorageState } from './monitor.ts'
import { accessDenied, reauthorizeStream } from 'stowage/server'

/** Interval for rechecking the permission of a subscription, in ms; long, because every open page subscribes. */
const RECHECK_INTERVAL = 60_000

/**
 * Permission checks: to read, to stay subscribed (which does not count as session activity), and to change. They throw
 * `Failure` 403.
 */
type Gate = { mayLook(): Promise<void>; mayStay(): Promise<void>; mayChange(): Promise<void> }

/** Builds the port; `see` reads the storage with the caller's credentials, and its result also feeds the alerts. */
export const createDashboardPort = (
  monitor: Monitor,
  see: () => Promise<StorageState>,
  readLatency: () => Promise<Latency>,
  { mayLook, mayStay, mayChange }: Gate,
): Omit<DashboardBackend, 'widget'> => {
  const { alerts } = monitor
  const assertRead = async () => {
    await mayLook()
    await monitor.ready()
  }
  const assertChange = async () => {
    await mayChange()
    await monitor.ready()
  }
  const readStorage = () => monitor.read(see)
  return {
    info: async () => (await readStorage()).info,
    latency: async () => {
      await mayLook()
      return readLatency()
    },
    outlook: async () => monitor.outlook(await readStorage()),
    quotaOutlook: async (bucket, quota) => {
      const state = await readStorage()
      if (!state.sizes) throw accessDenied('admin:DataUsageInfo')
      return monitor.quotaOutlook(state, bucket, quota)
    },
    alerts: () => assertRead().then(() => ({ ...alerts.list(), ...monitor.missingData() })),
    running: (signal) => assertRead().then(() => reauthorizeStream(mayStay, alerts.follow, signal, RECHECK_INTERVAL)),
    rules: async () => {
      await assertRead()
      return alerts.rules(
        await mayChange().then(
          () => true,
          () => false,
        ),
      )
    },
    changeRule: (id, to) => assertChange().then(() => alerts.changeRule(id, to)),
    addRule: (rule) => assertChange().then(() => alerts.addRule(rule)),
    removeRule: (id) => assertChange().then(() => alerts.removeRule(id)),
    setHook: (webhook) => assertChange().then(() => alerts.setHook(webhook)),
    tryHook: (webhook) => assertChange().then(() => alerts.tryHook(webhook)),
  }
}
