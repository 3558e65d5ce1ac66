import type { Guest } from '../../core/serve.ts'
import type { Common } from '../common.ts'
import type { Log, Permissions } from '../engine.ts'
import type { Keep } from '../keep.ts'
import type { LicensePlace } from '../license.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Client } from './client.ts'

/**
 * Whom tenants have to have their certificates from (PEM), in place of Node's own list, and where their services are
 * from outside, by `namespace/service`.
 */
export type TenantReach = {
  ca: string[] | undefined
  addresses: ReadonlyMap<string, URL>
  /**
   * Where the console is outside of the cluster's network: the API server, which leads to services, and whom it has to
   * have its certificate from.
   */
  outside?: { url: URL; ca: string[] | undefined } | undefined
  /** Starts the console of a tenant of the demonstration, which has no pods, and gives its address. */
  open?(tenant: { namespace: string; tenant: string; pair: Guest['pair'] }): Promise<URL>
}

/** Whoever is signed in to a cluster, with what every port needs to act in their name. */
export type KubeCaller = {
  /** The cluster in the hands of the caller's own token. */
  client: Client
  /** The caller's name in the cluster: `system:serviceaccount:minio-operator:console-sa`. */
  account: string
  /** The namespace that the console itself is in, or belongs to. */
  namespace: string
  /** The domain that the cluster's names of services end in: `cluster.local`. */
  domain: string
  /** Where the caller is known to belong: who has a role in a namespace alone most likely has it there. */
  homes: readonly string[]
  /** What the cluster grants everywhere, or in a namespace; the cluster itself decides each call again. */
  abilities(namespace?: string): Promise<Permissions>
  /** The API server's `host:port`; empty for the demonstration. */
  address: string
  /** The licence that is told from outside, and the key that licences are signed with. */
  license: LicensePlace
  /** The way to hosts that people name; the API server is none of them. */
  outbound: Outbound
  /** What ports have in common with work in the background. */
  common: Common
  /** The console's own folder, or its memory where it has none. */
  keep: Keep
  /** How the tenants themselves are reached. */
  tenants: TenantReach
  /** What the API server wants with each request of the caller. */
  credentials: Readonly<Record<string, string>>
  /** In ms since 1970. */
  clock(): number
}

/** What work in the background is made of; it has nobody's token. */
export type KubeGround = Pick<KubeCaller, 'common' | 'keep' | 'clock' | 'outbound'> & { log: Log }

declare module '../../core/serve.ts' {
  interface Kits {
    kubernetes: { caller: KubeCaller; background: KubeGround; asks: object }
  }
}
