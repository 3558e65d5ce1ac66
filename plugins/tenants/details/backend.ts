import type { Registry } from '../image.ts'
import type { DriveFaults, Part, Pod, PodEvent, Tenant, TenantSecret, Usage, Volume } from './contract.ts'

/** Which tenant. */
export type TenantPlace = { namespace: string; tenant: string }
export type PodPlace = TenantPlace & { pod: string }

/** Which of a container's lines: the last so many, those that come as well, or those of its run before. */
export type LogWish = { container: string; tail: number; follow: 'yes' | 'no'; previous: 'yes' | 'no' }

/**
 * What the page of one tenant needs from an engine. Throws `Failure`: 404 for what is not there, 409 for what has
 * changed meanwhile.
 */
export type DetailsBackend = {
  tenant(at: TenantPlace): Promise<Tenant>
  usage(at: TenantPlace): Promise<Usage>
  driveFaults(at: TenantPlace): Promise<DriveFaults>
  /** The secrets with its label, and why each of them stays when it is deleted with its volumes. */
  tenantSecrets(at: TenantPlace): Promise<TenantSecret[]>
  /**
   * Its volumes stay, with all that is stored, unless they are to go too; with them go its secrets, but for those that
   * something else uses.
   */
  removeTenant(at: TenantPlace, volumes: 'keep' | 'remove'): Promise<void>
  /** Changes what is named and nothing else. */
  updateTenant(
    at: TenantPlace,
    change: {
      image: string
      pullSecret: string
      registry?: Registry | undefined
      prometheus: boolean | undefined
    },
  ): Promise<void>
  yaml(at: TenantPlace): Promise<string>
  /** Gives the tenant as it was saved, or as it would be. */
  setYaml(at: TenantPlace, yaml: string, act: 'save' | 'try'): Promise<string>
  pods(at: TenantPlace): Promise<Pod[]>
  removePod(at: PodPlace): Promise<void>
  events(at: PodPlace): Promise<PodEvent[]>
  log(at: PodPlace, wish: LogWish, signal: AbortSignal): AsyncIterable<{ lines: string[] }>
  volumes(at: TenantPlace): Promise<Volume[]>
  /** Which parts of it have changed, until the signal fires; each one that the caller may list comes once at first. */
  partChanges(at: TenantPlace, signal: AbortSignal): AsyncIterable<Part[]>
}
