import type { Registry } from '../image.ts'
import type { DriveFaults, Part, Pod, PodEvent, Tenant, Usage, Volume } from './contract.ts'
import type { TenantSecret } from '../tenant-secret.ts'

export type TenantKey = { namespace: string; tenant: string }
export type PodKey = TenantKey & { pod: string }

/** Selects the lines of a container's log: the last `tail` lines, whether to follow, or those of the previous run. */
export type LogOptions = { container: string; tail: number; follow: 'yes' | 'no'; previous: 'yes' | 'no' }

/** Port of the page of one tenant. Throws `Failure`: 404 for missing resources, 409 for concurrent changes. */
export type DetailsBackend = {
  tenant(at: TenantKey): Promise<Tenant>
  usage(at: TenantKey): Promise<Usage>
  driveFaults(at: TenantKey): Promise<DriveFaults>
  /** Secrets labeled with the tenant, and why each is kept when the tenant is deleted with its volumes. */
  tenantSecrets(at: TenantKey): Promise<TenantSecret[]>
  /**
   * Deletes the tenant. With `remove`, also deletes its volumes with all data, and its secrets that nothing else uses.
   */
  removeTenant(at: TenantKey, volumes: 'keep' | 'remove'): Promise<void>
  /** Changes only the given fields. Returns the secret in which the registry's credentials are stored. */
  updateTenant(
    at: TenantKey,
    change: {
      image: string
      pullSecret: string
      registry?: Registry | undefined
      prometheus: boolean | undefined
    },
  ): Promise<{ pullSecret: string | undefined }>
  yaml(at: TenantKey): Promise<{ yaml: string; version: string | undefined }>
  /** Types of the fields of `spec`, by path; `undefined` if the cluster does not tell. */
  specFields(): Promise<Record<string, string> | undefined>
  /** Saves or only validates a manifest that was edited at `version`, and returns the resulting one. */
  setYaml(at: TenantKey, yaml: string, act: 'save' | 'try', version?: string): Promise<string>
  pods(at: TenantKey): Promise<Pod[]>
  removePod(at: PodKey): Promise<void>
  events(at: PodKey): Promise<PodEvent[]>
  log(at: PodKey, options: LogOptions, signal: AbortSignal): AsyncIterable<{ lines: string[] }>
  volumes(at: TenantKey): Promise<Volume[]>
  /** Streams which parts of the tenant changed, until the signal fires. Starts with all parts the caller may list. */
  partChanges(at: TenantKey, signal: AbortSignal): AsyncIterable<Part[]>
}
