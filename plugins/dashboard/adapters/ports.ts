import type { DashboardBackend } from '../backend.ts'
import type { Desk, Seen } from './desk.ts'
import { whileAllowed } from 'stowage/server'

/** Interval for rechecking the permission of a subscription, in ms; long, because every open page subscribes. */
const OFTEN = 60_000

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
  const looking = async () => {
    await mayLook()
    await desk.ready()
  }
  const changing = async () => {
    await mayChange()
    await desk.ready()
  }
  const seeing = async () => {
    const seen = await see()
    await desk.ready()
    await desk.saw(seen)
    return seen
  }
  return {
    info: async () => (await seeing()).info,
    outlook: async () => desk.outlook(await seeing()),
    alerts: () => looking().then(() => ({ ...alerts.list(), ...desk.blind() })),
    running: (signal) => looking().then(() => whileAllowed(mayStay, alerts.follow, signal, OFTEN)),
    rules: async () => {
      await looking()
      return alerts.rules(
        await mayChange().then(
          () => true,
          () => false,
        ),
      )
    },
    changeRule: (id, to) => changing().then(() => alerts.changeRule(id, to)),
    addRule: (rule) => changing().then(() => alerts.addRule(rule)),
    removeRule: (id) => changing().then(() => alerts.removeRule(id)),
    setHook: (endpoint) => changing().then(() => alerts.setHook(endpoint)),
    tryHook: (endpoint) => changing().then(() => alerts.tryHook(endpoint)),
  }
}
