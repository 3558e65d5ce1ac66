import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../core/protocol/failure.ts'
import { type Client, kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { type Generation, tenantCrd } from '../../engines/kubernetes/demo/tenant-crd.ts'
import type { Release } from '../../engines/kubernetes/demo/tenant-fields.ts'
import { until } from './until.ts'

const definitions = kindAt('apiextensions.k8s.io/v1', 'customresourcedefinitions')
const tenants = kindAt('minio.min.io/v2', 'tenants')

/** Fields of a tenant that only some generations of the operator have. */
const distinctiveFields = { log: {}, credsSecret: { name: 'a' }, startup: {}, poolsMetadata: { labels: {} } }

const namesIn = (value: unknown) => Object.keys((value ?? {}) as object)

/** Defines tenants in a cluster as an operator does, and waits until the definition is in effect. */
export const defineTenants = async (client: Client, of: Generation | Release) => {
  const crd = tenantCrd(of)
  const [{ schema: { openAPIV3Schema } = {} } = {}] = crd.spec.versions
  const known = namesIn(
    (openAPIV3Schema as { properties: { spec: { properties: object } } }).properties.spec.properties,
  )
  const expected = Object.keys(distinctiveFields).filter((name) => known.includes(name))
  // a cluster itself changes a new definition: only the differences are sent, without a resource version
  await client.patch(pathOf(definitions, { name: crd.metadata.name }), { spec: { versions: crd.spec.versions } })
  await until(async () => {
    const tried = {
      apiVersion: 'minio.min.io/v2',
      kind: 'Tenant',
      metadata: { name: 'tried' },
      spec: { pools: [], ...distinctiveFields },
    }
    // a request during the replacement of a definition is refused because the old one is terminating
    const made = await client
      .create(pathOf(tenants, { namespace: 'default' }), tried, { dryRun: 'All' })
      .catch((error: unknown) => {
        if (error instanceof Failure && error.status >= 500) return undefined
        throw error
      })
    const stored = namesIn(made?.spec).filter((name) => name in distinctiveFields)
    const openApi = JSON.stringify(await client.send({ method: 'GET', path: '/openapi/v3/apis/minio.min.io/v2' }))
    return (
      isDeepStrictEqual(stored.sort(), [...expected].sort()) &&
      Object.keys(distinctiveFields).every((name) => openApi.includes(`"${name}":{`) === expected.includes(name))
    )
  })
}
