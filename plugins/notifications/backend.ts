import type { Endpoint, Step, Target } from './contract.ts'
import type { Service } from './services.ts'

/** Settings by key; an empty text clears one. */
export type Properties = Readonly<Record<string, string>>

/** When what was saved counts. */
export type Applied = 'now' | 'restarted'

/**
 * What notifications needs from an engine. Throws `Failure`: 404 for a target that there is not, 400 for settings that
 * it does not take.
 */
export type NotificationsBackend = {
  list(): Promise<Endpoint[]>
  target(service: Service, name: string): Promise<Target>
  /** 409 for a target that there is already, 400 for one that cannot be reached. */
  add(service: Service, name: string, properties: Properties): Promise<Applied>
  /** Changes those settings that are named. */
  set(service: Service, name: string, properties: Properties): Promise<Applied>
  /** Takes a target away, with whatever waits for it. Buckets that still tell it tell nobody. */
  remove(service: Service, name: string): Promise<Applied>
  /** Tries to reach a service from the console; up to the first step that fails. */
  test(service: Service, properties: Properties): Promise<Step[]>
  /** The ARNs that the events of each bucket go to, of those that the caller may see. */
  buckets(): Promise<{ buckets: { name: string; arns: string[] }[]; partial: boolean }>
}
