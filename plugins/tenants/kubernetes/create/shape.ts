import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Client } from 'stowage/engines/kubernetes'
import * as messages from '../../messages.ts'
import { schemaFields } from '../schema-fields.ts'

/** Features that the operator's custom resource definition supports (operator 2.8). */
export type Shape = {
  log: boolean
  prometheus: boolean
  credsSecret: boolean
  /** Whether a secret with a `config.env` configures the servers; operator 4.0 has `env` alone. */
  configuration: boolean
  poolName: boolean
  poolsMetadata: boolean
}

const Properties = v.record(v.string(), v.looseObject({}))
const Pools = v.looseObject({ items: v.looseObject({ required: v.optional(v.array(v.string()), []) }) })
const Tenant = v.looseObject({
  properties: v.looseObject({ spec: v.looseObject({ properties: v.looseObject({ pools: Pools }) }) }),
})
const Third = v.looseObject({ components: v.looseObject({ schemas: Properties }) })
const Second = v.looseObject({ definitions: Properties })
const ID = 'io.min.minio.v2.Tenant'

/** Reads the features from the tenant schema. Throws `Failure` 404 if there are none. */
export const shapeOf = (schemas: Readonly<Record<string, unknown>>): Shape => {
  const read = v.safeParse(Tenant, schemas[ID])
  if (!read.success)
    throw new Failure(404, messages.operatorNotInstalled, {
      detail: messages.tenantCrdMissing,
    })
  const { properties } = read.output.properties.spec
  const has = (name: string) => name in properties
  return {
    log: has('log'),
    prometheus: has('prometheus'),
    // operators of version 5 still accept it, but no longer need it
    credsSecret: has('credsSecret') && !has('features'),
    configuration: has('configuration'),
    poolName: properties.pools.items.required.includes('name'),
    poolsMetadata: has('poolsMetadata'),
  }
}

const missing = (error: unknown) => error instanceof Failure && error.status === 404

/** Schemas of the operator's resource types, by name; every signed-in user may read them. */
const readSchemas = async ({ send }: Pick<Client, 'send'>): Promise<Readonly<Record<string, unknown>>> => {
  const third = await send({ method: 'GET', path: '/openapi/v3/apis/minio.min.io/v2' }).catch((error: unknown) => {
    if (missing(error)) return undefined
    throw error
  })
  const read = v.safeParse(Third, third)
  if (read.success) return read.output.components.schemas
  return v.parse(Second, await send({ method: 'GET', path: '/openapi/v2' })).definitions
}

/** Reads the features a cluster supports. */
export const askShape = async (client: Pick<Client, 'send'>): Promise<Shape> => shapeOf(await readSchemas(client))

/** Types of the fields of a tenant's `spec`, by path. Throws `Failure` 404 if there are none. */
export const readFields = async (client: Pick<Client, 'send'>): Promise<Record<string, string>> => {
  const read = v.safeParse(Tenant, (await readSchemas(client))[ID])
  if (!read.success) throw new Failure(404, messages.operatorNotInstalled)
  return schemaFields(read.output.properties.spec, 'spec')
}
