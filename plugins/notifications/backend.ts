import type { Endpoint, Step, Target } from './contract.ts'
import type { Service } from './services.ts'

/** Settings by key; an empty text clears one. */
export type Properties = Readonly<Record<string, string>>

/** When a saved change takes effect. */
export type Applied = 'now' | 'restarted'

/**
 * Backend of notifications, implemented per engine. Methods throw `Failure`: 404 for an unknown target, 400 for invalid
 * settings.
 */
export type NotificationsBackend = {
  list(): Promise<Endpoint[]>
  target(service: Service, name: string): Promise<Target>
  /** 409 for an existing target, 400 for one that cannot be reached. */
  add(service: Service, name: string, properties: Properties): Promise<Applied>
  /** Changes the given settings; others stay. */
  set(service: Service, name: string, properties: Properties): Promise<Applied>
  /** Deletes a target and its queue. Subscriptions of buckets stay without effect. */
  remove(service: Service, name: string): Promise<Applied>
  /** Tests the connection from the console; the last step may be the one that failed. */
  test(service: Service, properties: Properties): Promise<Step[]>
  /** Subscribed ARNs by bucket, for the buckets that the caller may see. */
  buckets(): Promise<{ buckets: { name: string; arns: string[] }[]; partial: boolean }>
}
