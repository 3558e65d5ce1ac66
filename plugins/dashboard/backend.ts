import type { Output } from 'stowage'
import type { alerts, Change, OwnRule, Running } from './alerts/contract.ts'
import type { Info } from './contract.ts'
import type { Latency } from './latency.ts'
import type { Webhook } from './alerts/webhook.ts'
import type { Outlook, QuotaOutlook } from './outlook.ts'
import type { RangeQuery, Widget } from './widgets.ts'

/** The dashboard's data, by engine. Methods throw `Failure` 403 if the caller may not see the servers. */
export type DashboardBackend = {
  /** Usage as of the last scan; servers and drives as of now. */
  info(): Promise<Info>
  /** Data of a widget. Throws `Failure` 404 for an unknown ID. */
  widget(id: string, range: RangeQuery): Promise<Widget>
  /** How long calls took by API, bucket and server, and slow drives. */
  latency(): Promise<Latency>
  /** History, forecast, certificates and clock skew. */
  outlook(): Promise<Outlook>
  /** When a bucket's size reaches a quota in bytes. Throws `Failure` 403 if the caller may not see sizes. */
  quotaOutlook(bucket: string, quota: number): Promise<QuotaOutlook>
  /** Running and ended alerts, which the console itself stores. */
  alerts(): Promise<Output<typeof alerts.alerts>>
  /** Running alerts, immediately and after every change, until the signal aborts. */
  running(signal: AbortSignal): Promise<AsyncIterable<{ alerts: Running[] }>>
  rules(): Promise<Output<typeof alerts.rules>>
  /**
   * Throws `Failure` 404 for an unknown rule, as does `removeRule`; 409 for a rule that cannot be changed like that.
   */
  changeRule(id: string, to: Change): Promise<void>
  /** Returns the new ID. Throws `Failure` 409 above the limit. */
  addRule(rule: OwnRule): Promise<string>
  removeRule(id: string): Promise<void>
  /** Throws `Failure` 400 for a forbidden address; an empty one disables the webhook. */
  setHook(webhook: Webhook): Promise<void>
  /** Throws `Failure` 400 if the webhook rejects the test. */
  tryHook(webhook: Webhook): Promise<void>
}
