import type { Schema } from './schema.ts'
import { type Release, specIn } from './tenant-fields.ts'

/** Generations of the operator: of 4 with log search and Prometheus, of 5 without, of 7 with named pools. */
export const generations = ['v4', 'v5', 'v7'] as const
export type Generation = (typeof generations)[number]

/** The release that stands for a generation. */
const releaseOf: Readonly<Record<Generation, Release>> = { v4: '4.3', v5: '5.0', v7: '7.1' }
const isGeneration = (name: string): name is Generation => name in releaseOf

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const int: Schema = { type: 'integer', format: 'int32' }
const long: Schema = { type: 'integer', format: 'int64' }
const whatever: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
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
  usage: object({ capacity: long, rawCapacity: long, rawUsage: long, usage: long, tiers: list(whatever) }),
  waitingOnReady: text,
  writeQuorum: int,
  certificates: whatever,
  pools: list(object({ ssName: text, state: text, legacySecurityContext: flag }, ['ssName', 'state'])),
})

/**
 * The definition of tenants as an operator of this release has it, of our own writing: what it does not name the
 * cluster throws away.
 */
export const tenantCrd = (of: Generation | Release) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'tenants.minio.min.io' },
  spec: {
    group: 'minio.min.io',
    scope: 'Namespaced',
    names: { kind: 'Tenant', listKind: 'TenantList', plural: 'tenants', singular: 'tenant', shortNames: ['tenant'] },
    // those of 4 still served what those of 3 had made
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
            spec: specIn(isGeneration(of) ? releaseOf[of] : of),
            status,
          },
          ['spec'],
        ),
      },
    })),
  },
})
