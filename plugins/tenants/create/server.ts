import { Failure } from 'stowage'
import { serve } from 'stowage/server'
import { paritiesOf, setSizeOf } from '../sizes/erasure.ts'
import type { CreateBackend } from './backend.ts'
import { creating } from './contract.ts'
import * as messages from '../messages.ts'

const counted = (name: string, text: string, least: number) => {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : NaN
  if (!(count >= least)) throw new Failure(422, messages.pathNumberTooSmall(name, least), { field: name })
  return count
}

export const createRoutes = serve<typeof creating, CreateBackend>(creating, {
  create: ({ backend, body, query }) => backend.create(body, query.dryRun === 'yes', query.stopped),
  clone: ({ backend, params, body, query }) =>
    backend.clone({ namespace: params.namespace, tenant: params.tenant }, body, query.dryRun === 'yes', query.stopped),
  cleanUp: async ({ backend, params, body }) => ({
    left: await backend.cleanUp(params.namespace, params.tenant, body.uids),
  }),
  remains: async ({ backend, params }) => ({ pools: await backend.remains(params.namespace, params.tenant) }),
  template: ({ backend, params }) => backend.template(params.namespace, params.tenant),
  addPool: ({ backend, params, body }) => backend.addPool(params.namespace, params.tenant, body),
  createNamespace: ({ backend, body }) => backend.createNamespace(body.name),
  quota: ({ backend, params }) => backend.quota(params.namespace, params.name),
  memory: async ({ backend, query }) => ({ max_memory: await backend.memory(query.num_nodes) }),
  parity: ({ params }) => {
    const { size, error } = setSizeOf([
      { servers: counted('nodes', params.nodes, 2), drives: counted('disksPerNode', params.disks, 1) },
    ])
    if (size === undefined) throw new Failure(400, error)
    return paritiesOf(size)
  },
  labels: ({ backend }) => backend.labels(),
  offers: ({ backend }) => backend.offers(),
})
