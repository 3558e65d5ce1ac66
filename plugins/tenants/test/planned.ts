import * as v from 'valibot'
import type { Failure } from '../../../core/protocol/failure.ts'
import { NewTenant } from '../create/payload.ts'
import { readConfigEnv as readEnv } from '../../../engines/kubernetes/config-env.ts'
import { planOf } from '../kubernetes/create/plan.ts'
import type { Shape } from '../kubernetes/create/shape.ts'

export const v4: Shape = {
  log: true,
  prometheus: true,
  credsSecret: true,
  configuration: true,
  poolName: false,
  poolsMetadata: false,
}
export const v7: Shape = {
  log: false,
  prometheus: false,
  credsSecret: false,
  configuration: true,
  poolName: true,
  poolsMetadata: true,
}
export const size = 26843545600
export const pool = {
  name: 'pool-0',
  servers: 4,
  volumes_per_server: 2,
  volume_configuration: { size, storage_class_name: 'fast' },
}
export const base64 = (text: string) => Buffer.from(text).toString('base64')
export const text = (data: string | undefined) => Buffer.from(data ?? '', 'base64').toString()

export const tenant = (more: object = {}) =>
  v.parse(NewTenant, { name: 'harbour', namespace: 'port', pools: [pool], ...more })
type Spec = Record<string, never> & { [name: string]: Record<string, unknown> | undefined }
export const planned = (more: object = {}, shape = v7) => {
  const { secrets, tenant: made } = planOf(tenant(more), shape)
  const secret = (name: string) =>
    secrets.find(({ metadata }) => metadata.name === `harbour-${name}`) as
      | { type?: string; immutable?: boolean; data?: Record<string, string> }
      | undefined
  const env = readEnv(text(secret('env-configuration')?.data?.['config.env']))
  return { names: secrets.map(({ metadata }) => metadata.name), secrets, secret, env, made, spec: made.spec as Spec }
}
export const refusal = (more: object) => {
  try {
    planned(more)
  } catch (error) {
    return `${(error as Failure).status} ${(error as Failure).message}`
  }
  return 'none'
}
