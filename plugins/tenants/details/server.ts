import { serve } from 'stowage/server'
import type { TenantsBackend } from '../backend.ts'
import { details } from './contract.ts'
import { lastLines } from './last-lines.ts'

/** Most log lines in one response. */
const LINES = 10_000

export const detailRoutes = serve<typeof details, TenantsBackend>(details, {
  tenant: ({ backend, params }) => backend.tenant(params),
  usage: ({ backend, params }) => backend.usage(params),
  driveFaults: ({ backend, params }) => backend.driveFaults(params),
  secrets: async ({ backend, params }) => ({ secrets: await backend.tenantSecrets(params) }),
  remove: ({ backend, params, body }) => backend.removeTenant(params, body?.delete_pvcs ? 'remove' : 'keep'),
  update: async ({ backend, params, body }) => {
    const { pullSecret } = await backend.updateTenant(params, {
      image: body.image,
      pullSecret: body.image_pull_secret,
      registry: body.image_registry ?? undefined,
      prometheus: body.enable_prometheus,
    })
    return pullSecret === undefined ? {} : { image_pull_secret: pullSecret }
  },
  yaml: async ({ backend, params }) => {
    const [{ yaml, version }, fields] = await Promise.all([backend.yaml(params), backend.specFields()])
    return { yaml, ...(version !== undefined && { version }), ...(fields && { fields }) }
  },
  setYaml: async ({ backend, params, body }) => ({
    yaml: await backend.setYaml(params, body.yaml, body.act, body.version),
  }),
  pods: ({ backend, params }) => backend.pods(params),
  podLog: ({ backend, params, query: { tail, ...query }, signal }) =>
    lastLines(backend.log(params, { ...query, tail: Number(tail ?? LINES), follow: 'no' }, signal)),
  removePod: ({ backend, params }) => backend.removePod(params),
  podEvents: ({ backend, params }) => backend.events(params),
  volumes: async ({ backend, params }) => ({ pvcs: await backend.volumes(params) }),
  partChanges: async function* ({ backend, query, signal }) {
    for await (const parts of backend.partChanges(query, signal)) yield { parts }
  },
  log: ({ backend, query: { namespace, tenant, pod, tail, ...options }, signal }) =>
    backend.log({ namespace, tenant, pod }, { ...options, tail: Number(tail) }, signal),
})
