import type { ProxiedConsole } from '../../core/protocol/serve.ts'
import type { SharedInstances } from '../lib/shared-instances.ts'
import type { Log, Permissions } from '../engine.ts'
import type { KeyValueStore } from '../lib/key-value-store.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Client as StorageClient } from '../s3/client.ts'
import type { Target } from '../transport.ts'
import type { Client } from './client.ts'
import type { Access } from './rights.ts'
import type { Change, WatchOptions } from './watch.ts'

/**
 * Certificate authorities for tenants (PEM) in place of Node's, and external addresses of their services, by
 * `namespace/service`.
 */
export type TenantConnections = {
  ca: string[] | undefined
  addresses: ReadonlyMap<string, URL>
  /**
   * Set if the console runs outside of the cluster's network: the API server, which proxies services, and its
   * certificate authorities.
   */
  apiServerProxy?: { url: URL; ca: string[] | undefined } | undefined
  /** Starts the console of a demonstration tenant, which has no pods, and returns its address. */
  open?(tenant: { namespace: string; tenant: string; keyPair: ProxiedConsole['keyPair'] }): Promise<URL>
}

/** Context of an adapter on a cluster, bound to one caller. */
export type KubernetesAdapterContext = {
  client: Client
  /** User name in the cluster: `system:serviceaccount:minio-operator:console-sa`. */
  account: string
  namespace: string
  /** Cluster domain of service names: `cluster.local`. */
  domain: string
  /** Namespaces where the caller most likely has roles, for callers without cluster-wide permissions. */
  homeNamespaces: readonly string[]
  /** Permissions in the cluster, or in a namespace. The cluster checks each call again. */
  permissions(namespace?: string): Promise<Permissions>
  /** `host:port` of the API server; empty for the demonstration. */
  address: string
  /** Client for user-supplied addresses; not used for the API server. */
  outbound: Outbound
  /** Returns the instance that a factory creates, which the plugin's ports and background work share. */
  sharedInstances: SharedInstances
  /** Key-value store for the plugin's own data: in the console's folder, or in memory without one. */
  keyValueStore: KeyValueStore
  tenants: TenantConnections
  /** Headers the API server requires for requests of the caller. */
  apiHeaders: Readonly<Record<string, string>>
  /** In ms since 1970. */
  clock(): number
  /**
   * Watches a list. A broken watch is resumed; without permission to watch, the list is polled. Ends when the signal
   * fires; throws permanent errors such as 401.
   */
  watch(path: string, options: WatchOptions): AsyncGenerator<Change>
  /** Checks a permission with the cluster before expensive work. Throws `Failure` 403 if it is missing. */
  checkAccess(access: Access): Promise<void>
  /** Client for the storage server of a tenant. */
  storageAt(target: Target): Promise<StorageClient>
}

/** Context of background work; it has no token. */
export type KubernetesBackgroundContext = Pick<
  KubernetesAdapterContext,
  'sharedInstances' | 'keyValueStore' | 'clock' | 'outbound'
> & {
  log: Log
}

declare module '../../core/protocol/serve.ts' {
  interface AdapterContexts {
    kubernetes: { caller: KubernetesAdapterContext; background: KubernetesBackgroundContext; exports: object }
  }
}
