import { createFolderStore, createMemoryStore } from '../../lib/key-value-store.ts'
import type { Api, ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import { type ResourcePath, parsePath, verbOf } from './resource-path.ts'
import { discoveryResponse } from './discovery.ts'
import { builtInKinds, kindsOfDefinition, crdResource, type ServedKind } from './kinds.ts'
import { type LogSource, readLog } from './logs.ts'
import { createObjects, type Objects } from './objects.ts'
import { createAccessControl, demoTokens, type User } from './access-control.ts'
import { ApiError, toStatus } from './api-error.ts'
import { selfSubjectReview } from './reviews.ts'
import { openStore, type Store } from './store.ts'
import { tenantCrd } from './tenant-crd.ts'
import { watchObjects } from './watch-objects.ts'

type Options = {
  /** In ms since 1970. */
  clock?: () => number
  log?: LogSource
  /** Creates the initial objects of a new cluster. */
  seed?: (server: ApiServer) => Promise<void>
}

/** An API and its internals. */
export type ApiServer = { api: Api; store: Store; objects: Objects; kinds(): ServedKind[] }

const noLogs: LogSource = () => ({
  lines: [],
  next: (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', reject)),
})

async function* singleLine(body: unknown) {
  yield Buffer.from(JSON.stringify(body))
}

/**
 * A small simulated cluster, in a folder or in memory: objects with validation, enforced RBAC, watches and logs, but
 * without operator, nodes or tenants.
 */
export const createApiServer = async (
  folder: string | undefined,
  { clock = Date.now, log = noLogs, seed }: Options = {},
): Promise<ApiServer> => {
  const store = await openStore(folder === undefined ? createMemoryStore() : createFolderStore(folder))
  const accessControl = createAccessControl(store, clock)
  const objects = createObjects(store, clock)
  const closed = new AbortController()

  const kinds = (): ServedKind[] => [...builtInKinds, ...store.list(crdResource).flatMap(kindsOfDefinition)]

  const assertAllowed = (caller: User, request: ApiRequest, { group, plural, sub, namespace, name }: ResourcePath) => {
    const resource = sub ? `${plural}/${sub}` : plural
    const access = {
      verb: verbOf(request, { group, plural, sub, namespace, name, version: '' }),
      group,
      resource,
      name,
      namespace: plural === 'namespaces' ? name : namespace,
    }
    if (accessControl.isAllowed(caller, access)) return
    const scope = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
    const noun = `${group ? `${plural}.${group}` : plural}${name === undefined ? '' : ` "${name}"`} is forbidden`
    throw new ApiError(
      403,
      `${noun}: User "${caller.name}" cannot ${access.verb} resource "${resource}" in API group "${group}" ${scope}`,
    )
  }

  const authorize = (token: string, request: ApiRequest) => {
    const caller = accessControl.userOf(token)
    if (!caller) throw new ApiError(401, 'Unauthorized')
    const address = parsePath(request.path)
    if (!address) return { person: caller }
    if (request.path.split('/').includes('..'))
      throw new ApiError(404, 'the server could not find the requested resource')
    assertAllowed(caller, request, address)
    const served = kinds().find(
      ({ group, version, plural }) =>
        group === address.group && version === address.version && plural === address.plural,
    )
    if (!served) throw new ApiError(404, 'the server could not find the requested resource')
    return { person: caller, address, served }
  }

  const createToken = (served: ServedKind, { namespace, name = '' }: ResourcePath, body: unknown) => {
    const account = store.get(served, namespace, name)
    if (!account) throw new ApiError(404, `serviceaccounts "${name}" not found`)
    const seconds = (body as { spec?: { expirationSeconds?: number } } | undefined)?.spec?.expirationSeconds ?? 3600
    const expirationTimestamp = new Date(clock() + seconds * 1000).toISOString()
    return {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: {},
      status: { token: accessControl.issueToken(account, seconds), expirationTimestamp },
    }
  }

  const podAt = ({ namespace, name = '' }: ResourcePath): Resource => {
    const pod = store.get({ group: '', plural: 'pods' }, namespace, name)
    if (!pod) throw new ApiError(404, `pods "${name}" not found`)
    return pod
  }

  const nodeAt = (name: string) => store.get({ group: '', plural: 'nodes' }, undefined, name)

  const textOf = async (body: AsyncIterable<Uint8Array>) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }

  const handle = async (token: string, request: ApiRequest): Promise<{ status: number; body: unknown }> => {
    const { method, path, body } = request
    if (path === '/readyz') return { status: 200, body: 'ok' }
    // self subject reviews are allowed for everybody
    const caller = method === 'POST' ? accessControl.userOf(token) : undefined
    const review = caller && selfSubjectReview(accessControl, caller, path, body)
    if (review) return { status: 201, body: review }
    const discovery = accessControl.userOf(token) && method === 'GET' ? discoveryResponse(path, kinds()) : undefined
    if (discovery !== undefined) return { status: 200, body: discovery }
    const { address, served } = authorize(token, request)
    if (!address || !served) throw new ApiError(404, 'the server could not find the requested resource')
    if (address.sub === 'log')
      return {
        status: 200,
        body: await textOf(
          readLog(podAt(address), { ...request, query: { ...request.query, follow: false } }, log, nodeAt),
        ),
      }
    if (address.sub === 'token' && method === 'POST') return { status: 201, body: createToken(served, address, body) }
    if (address.sub !== undefined && address.sub !== 'status')
      throw new ApiError(404, 'the server could not find the requested resource')
    return objects.handle(served, address, request)
  }

  /** Converts an error to the response of a Kubernetes API server. */
  const errorResponse = <Body>(error: unknown, shape: (status: object) => Body): { status: number; body: Body } => {
    if (error instanceof ApiError) return { status: error.status, body: shape(toStatus(error)) }
    throw error
  }

  const api: Api = {
    address: '',

    call: async (token, request) => {
      try {
        // copied, so that callers cannot modify stored objects, nor later changes the response
        const { status, body } = structuredClone(
          await handle(token, { ...request, body: structuredClone(request.body), signal: undefined }),
        )
        if (request.method !== 'GET') await store.flush()
        return { status, body }
      } catch (error) {
        return errorResponse<unknown>(error, (status) => status)
      }
    },

    stream: async (token, request) => {
      const signal = request.signal ? AbortSignal.any([request.signal, closed.signal]) : closed.signal
      try {
        const { address, served } = authorize(token, request)
        if (address?.sub === 'log')
          return { status: 200, body: readLog(podAt(address), { ...request, signal }, log, nodeAt) }
        if (!address || !served || !request.query?.watch)
          throw new ApiError(404, 'the server could not find the requested resource')
        return { status: 200, body: watchObjects(store, served, address.namespace, { ...request, signal }) }
      } catch (error) {
        return errorResponse<AsyncIterable<Uint8Array>>(error, singleLine)
      }
    },

    close: async () => {
      closed.abort()
      await store.flush()
    },
  }

  const server = { api, store, objects, kinds }
  if (store.isNew) {
    const create = (path: string, body: object) => api.call(demoTokens.admin, { method: 'POST', path, body })
    await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', tenantCrd('v7'))
    for (const name of ['default', 'kube-node-lease', 'kube-public', 'kube-system'])
      await create('/api/v1/namespaces', { metadata: { name } })
    await seed?.(server)
    store.finishSeed()
    await store.flush()
  }
  return server
}
