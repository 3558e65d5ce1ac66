import * as v from 'valibot'
import type { Failure } from '../../../core/protocol/failure.ts'
import { NewTenant } from '../create/payload.ts'
import { readConfigEnv as readEnv } from '../../../engines/kubernetes/config-env.ts'
import { planOf } from '../kubernetes/create/plan.ts'
import type { Shape } from '../kubernetes/create/shape.ts'

export const operator4Shape: Shape = {
  log: true,
  prometheus: true,
  credsSecret: true,
  configuration: true,
  poolName: false,
  poolsMetadata: false,
}
export const operator5Shape: Shape = {
  log: false,
  prometheus: false,
  credsSecret: false,
  configuration: true,
  poolName: false,
  poolsMetadata: false,
}
export const operator7Shape: Shape = { ...operator5Shape, poolName: true, poolsMetadata: true }
export const volumeSize = 26843545600
export const pool = {
  name: 'pool-0',
  servers: 4,
  volumes_per_server: 2,
  volume_configuration: { size: volumeSize, storage_class_name: 'fast' },
}
/** A pool of a tenant in the cluster, with settings that the wizard does not write. */
export const poolSpec = {
  name: 'zone-a',
  servers: 4,
  volumesPerServer: 2,
  volumeClaimTemplate: {
    metadata: { name: 'data', labels: { tier: 'hot' } },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '3.5Gi' } } },
  },
  tolerations: [{ key: 'storage', operator: 'Exists' }],
}
export const toBase64 = (text: string) => Buffer.from(text).toString('base64')
export const fromBase64 = (data: string | undefined) => Buffer.from(data ?? '', 'base64').toString()

const newTenant = (more: object = {}) =>
  v.parse(NewTenant, { name: 'harbour', namespace: 'port', pools: [pool], ...more })
type Spec = Record<string, never> & { [name: string]: Record<string, unknown> | undefined }
export const planTenant = (more: object = {}, shape = operator7Shape) => {
  const { secrets, tenant: made } = planOf(newTenant(more), shape)
  const secret = (name: string) =>
    secrets.find(({ metadata }) => metadata.name === `harbour-${name}`) as
      | { type?: string; immutable?: boolean; data?: Record<string, string> }
      | undefined
  const env = readEnv(fromBase64(secret('env-configuration')?.data?.['config.env']))
  return { names: secrets.map(({ metadata }) => metadata.name), secrets, secret, env, made, spec: made.spec as Spec }
}
export const refusalOf = (more: object) => {
  try {
    planTenant(more)
  } catch (error) {
    return `${(error as Failure).status} ${(error as Failure).message}`
  }
  return 'none'
}
