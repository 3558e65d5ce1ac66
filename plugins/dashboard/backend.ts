import type { Output } from '../../core/contract.ts'
import type { alerts, Change, OwnRule, Running } from './alerts/contract.ts'
import type { Info } from './contract.ts'
import type { Outlook } from './outlook.ts'
import type { RangeQuery, Widget } from './widgets.ts'

/** What dashboard needs from an engine. Throws `Failure` 403 for whoever may not see the servers. */
export type DashboardBackend = {
  /** Usage as the storage last reckoned it up, and its servers and drives as of now. */
  info(): Promise<Info>
  /** The figures of a widget. Throws `Failure` 404 for one that there is not. */
  widget(id: string, range: RangeQuery): Promise<Widget>
  /** What lies ahead: history, certificates, clocks. */
  outlook(): Promise<Outlook>
  /** The alerts that run and those that have ended; they are the console's own. */
  alerts(): Promise<Output<typeof alerts.alerts>>
  /** Those that run, at once and whenever one begins or ends, until the signal fires. */
  running(signal: AbortSignal): Promise<AsyncIterable<{ alerts: Running[] }>>
  rules(): Promise<Output<typeof alerts.rules>>
  /** Throws `Failure` 404 for a rule that is not there, as `removeRule` does; 409 for one that has to stay. */
  changeRule(id: string, to: Change): Promise<void>
  /** Gives its id. Throws `Failure` 409 where there are too many. */
  addRule(rule: OwnRule): Promise<string>
  removeRule(id: string): Promise<void>
  /** Throws `Failure` 400 for an address that must not be reached; an empty one tells nobody. */
  setHook(endpoint: string): Promise<void>
  /** Throws `Failure` 400 where the webhook does not take it. */
  tryHook(endpoint: string): Promise<void>
}
