import { createFolderStore, createMemoryStore } from '../../lib/key-value-store.ts'
import type { Api, ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import { type Address, addressOf, verbOf } from './address.ts'
import { discovered } from './discovery.ts'
import { builtIn, definedBy, definitions, type Served } from './kinds.ts'
import { type LogSource, logOf } from './logs.ts'
import { createObjects, type Objects } from './objects.ts'
import { createPeople, demoTokens, type Person } from './people.ts'
import { Refusal, statusOf } from './refusal.ts'
import { reviewed } from './reviews.ts'
import { openStore, type Store } from './store.ts'
import { tenantCrd } from './tenant-crd.ts'
import { watchObjects } from './watching.ts'

type Options = {
  /** In ms since 1970. */
  clock?: () => number
  log?: LogSource
  /** Creates the initial objects of a new cluster. */
  fill?: (server: ApiServer) => Promise<void>
}

/** An API and its internals. */
export type ApiServer = { api: Api; store: Store; objects: Objects; kinds(): Served[] }

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
  { clock = Date.now, log = noLogs, fill }: Options = {},
): Promise<ApiServer> => {
  const store = await openStore(folder === undefined ? createMemoryStore() : createFolderStore(folder))
  const people = createPeople(store, clock)
  const objects = createObjects(store, clock)
  const ended = new AbortController()

  const kinds = (): Served[] => [...builtIn, ...store.all(definitions).flatMap(definedBy)]

  const assertAllowed = (caller: Person, ask: ApiRequest, { group, plural, sub, namespace, name }: Address) => {
    const resource = sub ? `${plural}/${sub}` : plural
    const access = {
      verb: verbOf(ask, { group, plural, sub, namespace, name, version: '' }),
      group,
      resource,
      name,
      namespace: plural === 'namespaces' ? name : namespace,
    }
    if (people.may(caller, access)) return
    const scope = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
    const noun = `${group ? `${plural}.${group}` : plural}${name === undefined ? '' : ` "${name}"`} is forbidden`
    throw new Refusal(
      403,
      `${noun}: User "${caller.name}" cannot ${access.verb} resource "${resource}" in API group "${group}" ${scope}`,
    )
  }

  const authorize = (token: string, ask: ApiRequest) => {
    const caller = people.whose(token)
    if (!caller) throw new Refusal(401, 'Unauthorized')
    const address = addressOf(ask.path)
    if (!address) return { person: caller }
    if (ask.path.split('/').includes('..')) throw new Refusal(404, 'the server could not find the requested resource')
    assertAllowed(caller, ask, address)
    const served = kinds().find(
      ({ group, version, plural }) =>
        group === address.group && version === address.version && plural === address.plural,
    )
    if (!served) throw new Refusal(404, 'the server could not find the requested resource')
    return { person: caller, address, served }
  }

  const createToken = (served: Served, { namespace, name = '' }: Address, body: unknown) => {
    const account = store.one(served, namespace, name)
    if (!account) throw new Refusal(404, `serviceaccounts "${name}" not found`)
    const seconds = (body as { spec?: { expirationSeconds?: number } } | undefined)?.spec?.expirationSeconds ?? 3600
    const expirationTimestamp = new Date(clock() + seconds * 1000).toISOString()
    return {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: {},
      status: { token: people.tokenFor(account, seconds), expirationTimestamp },
    }
  }

  const podAt = ({ namespace, name = '' }: Address): Resource => {
    const pod = store.one({ group: '', plural: 'pods' }, namespace, name)
    if (!pod) throw new Refusal(404, `pods "${name}" not found`)
    return pod
  }

  const nodeAt = (name: string) => store.one({ group: '', plural: 'nodes' }, undefined, name)

  const textOf = async (body: AsyncIterable<Uint8Array>) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }

  const answer = async (holder: string, ask: ApiRequest): Promise<{ status: number; body: unknown }> => {
    const { method, path, body } = ask
    if (path === '/readyz') return { status: 200, body: 'ok' }
    // self subject reviews are allowed for everybody
    const own = method === 'POST' ? people.whose(holder) : undefined
    const review = own && reviewed(people, own, path, body)
    if (review) return { status: 201, body: review }
    const discovery = people.whose(holder) && method === 'GET' ? discovered(path, kinds()) : undefined
    if (discovery !== undefined) return { status: 200, body: discovery }
    const { address, served } = authorize(holder, ask)
    if (!address || !served) throw new Refusal(404, 'the server could not find the requested resource')
    if (address.sub === 'log')
      return {
        status: 200,
        body: await textOf(logOf(podAt(address), { ...ask, query: { ...ask.query, follow: false } }, log, nodeAt)),
      }
    if (address.sub === 'token' && method === 'POST') return { status: 201, body: createToken(served, address, body) }
    if (address.sub !== undefined && address.sub !== 'status')
      throw new Refusal(404, 'the server could not find the requested resource')
    return objects.answer(served, address, ask)
  }

  /** Converts an error to the response of a Kubernetes API server. */
  const errorResponse = <Body>(error: unknown, shape: (status: object) => Body): { status: number; body: Body } => {
    if (error instanceof Refusal) return { status: error.status, body: shape(statusOf(error)) }
    throw error
  }

  const api: Api = {
    address: '',

    call: async (holder, ask) => {
      try {
        // copied, so that callers cannot modify stored objects, nor later changes the response
        const { status, body } = structuredClone(
          await answer(holder, { ...ask, body: structuredClone(ask.body), signal: undefined }),
        )
        if (ask.method !== 'GET') await store.saved()
        return { status, body }
      } catch (error) {
        return errorResponse<unknown>(error, (status) => status)
      }
    },

    stream: async (holder, ask) => {
      const signal = ask.signal ? AbortSignal.any([ask.signal, ended.signal]) : ended.signal
      try {
        const { address, served } = authorize(holder, ask)
        if (address?.sub === 'log') return { status: 200, body: logOf(podAt(address), { ...ask, signal }, log, nodeAt) }
        if (!address || !served || !ask.query?.watch)
          throw new Refusal(404, 'the server could not find the requested resource')
        return { status: 200, body: watchObjects(store, served, address.namespace, { ...ask, signal }) }
      } catch (error) {
        return errorResponse<AsyncIterable<Uint8Array>>(error, singleLine)
      }
    },

    close: async () => {
      ended.abort()
      await store.saved()
    },
  }

  const server = { api, store, objects, kinds }
  if (store.fresh) {
    const make = (path: string, body: object) => api.call(demoTokens.admin, { method: 'POST', path, body })
    await make('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', tenantCrd('v7'))
    for (const name of ['default', 'kube-node-lease', 'kube-public', 'kube-system'])
      await make('/api/v1/namespaces', { metadata: { name } })
    await fill?.(server)
    store.begin()
    await store.saved()
  }
  return server
}
