import type { Schema } from './schema.ts'
import { type Release, tenantSpecSchema } from './tenant-fields.ts'

/** Operator generations: v4 with log search and Prometheus, v5 without, v7 with named pools. */
export const generations = ['v4', 'v5', 'v7'] as const
export type Generation = (typeof generations)[number]

/** Release used for each generation. */
const releaseOf: Readonly<Record<Generation, Release>> = { v4: '4.3', v5: '5.0', v7: '7.1' }
const isGeneration = (name: string): name is Generation => name in releaseOf

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const int: Schema = { type: 'integer', format: 'int32' }
const long: Schema = { type: 'integer', format: 'int64' }
const anyObject: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})
const list = (items: Schema): Schema => ({ type: 'array', items })

const status = object({
  availableReplicas: int,
  currentState: text,
  drivesHealing: int,
  drivesOffline: int,
  drivesOnline: int,
  healthMessage: text,
  healthStatus: text,
  provisionedBuckets: flag,
  provisionedUsers: flag,
  revision: int,
  syncVersion: text,
  usage: object({ capacity: long, rawCapacity: long, rawUsage: long, usage: long, tiers: list(anyObject) }),
  waitingOnReady: text,
  writeQuorum: int,
  certificates: anyObject,
  pools: list(object({ ssName: text, state: text, legacySecurityContext: flag }, ['ssName', 'state'])),
})

/**
 * Tenant definition of an operator release, written for this project. The cluster prunes fields it does not contain.
 */
export const tenantCrd = (of: Generation | Release) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'tenants.minio.min.io' },
  spec: {
    group: 'minio.min.io',
    scope: 'Namespaced',
    names: { kind: 'Tenant', listKind: 'TenantList', plural: 'tenants', singular: 'tenant', shortNames: ['tenant'] },
    // release 4 still served objects created by release 3
    versions: (of === 'v4' || of.startsWith('4') ? ['v1', 'v2'] : ['v2']).map((version) => ({
      name: version,
      served: true,
      storage: version === 'v2',
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: object(
          {
            apiVersion: text,
            kind: text,
            metadata: { type: 'object' },
            scheduler: object({ name: text }),
            spec: tenantSpecSchema(isGeneration(of) ? releaseOf[of] : of),
            status,
          },
          ['spec'],
        ),
      },
    })),
  },
})
