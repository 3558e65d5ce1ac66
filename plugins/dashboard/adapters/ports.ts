import type { DashboardBackend } from '../backend.ts'
import type { Desk, Seen } from './desk.ts'
import { reauthorizeStream } from 'stowage/server'

/** Interval for rechecking the permission of a subscription, in ms; long, because every open page subscribes. */
const RECHECK_INTERVAL = 60_000

/**
 * Permission checks: to read, to stay subscribed (which does not count as session activity), and to change. They throw
 * `Failure` 403.
 */
type Gate = { mayLook(): Promise<void>; mayStay(): Promise<void>; mayChange(): Promise<void> }

/** Builds the port; `see` reads the storage with the caller's credentials, and its result also feeds the alerts. */
export const portOf = (
  desk: Desk,
  see: () => Promise<Seen>,
  { mayLook, mayStay, mayChange }: Gate,
): Omit<DashboardBackend, 'widget'> => {
  const { alerts } = desk
  const assertRead = async () => {
    await mayLook()
    await desk.ready()
  }
  const assertChange = async () => {
    await mayChange()
    await desk.ready()
  }
  const readStorage = async () => {
    const state = await see()
    await desk.ready()
    await desk.saw(state)
    return state
  }
  return {
    info: async () => (await readStorage()).info,
    outlook: async () => desk.outlook(await readStorage()),
    alerts: () => assertRead().then(() => ({ ...alerts.list(), ...desk.blind() })),
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
    setHook: (endpoint) => assertChange().then(() => alerts.setHook(endpoint)),
    tryHook: (endpoint) => assertChange().then(() => alerts.tryHook(endpoint)),
  }
}
