import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import type { Background } from '../../core/protocol/serve.ts'
import { createSharedInstances } from '../lib/shared-instances.ts'
import { type Credentials, type Engine, type Log, silentLog } from '../engine.ts'
import { createFolderStore, createMemoryStore } from '../lib/key-value-store.ts'
import { createTtlCache } from '../lib/ttl-cache.ts'
import { openOnce } from '../lib/open-once.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import type { Api } from './api.ts'
import { type Client, createClient, toKubernetesError } from './client.ts'
import type { KubernetesAdapterContext, KubernetesBackgroundContext, TenantConnections } from './adapter-context.ts'
import { checkAccess, documentOf, permissionsOf, readRules, type Rules } from './rights.ts'
import { claimsOf, namespaceOf, displayNameOf } from './token.ts'
import { watchList } from './watch.ts'
import { clusterNotRestartable, signInWithToken, clusterRejectsToken, tokenHasInvalidCharacters } from './messages.ts'

export type KubernetesOptions = {
  api: Api
  namespace?: string | undefined
  /** Cluster domain of service names. */
  domain?: string | undefined
  /** Maximum session length in seconds; default 12 hours. A token that expires earlier ends the session. */
  sessionSeconds?: number | undefined
  /** Folder for the console's own data; default in memory. */
  folder?: string | undefined
  /** How to reach tenants; default by their cluster services, with Node's certificate authorities. */
  tenants?: TenantConnections | undefined
  log?: Log
  /** Tokens to sign in with, if this is the demonstration cluster. */
  demonstration?: Engine['demonstration']
  /** Client for user-supplied addresses; by default private networks are refused. */
  outbound?: Outbound
}

const SESSION_SECONDS = 43_200

/** Cache lifetime of permissions in ms: a page asks for them several times. */
const PERMISSIONS_TTL = 1000

const Review = v.looseObject({ status: v.looseObject({ userInfo: v.looseObject({ username: v.string() }) }) })

/**
 * The engine for a Kubernetes cluster. Every call uses the caller's own token, so that the cluster's RBAC decides
 * (operator 1).
 */
export const createKubernetesEngine = (options: KubernetesOptions): Engine => {
  const {
    api,
    namespace = 'default',
    domain = 'cluster.local',
    sessionSeconds = SESSION_SECONDS,
    log = silentLog,
  } = options
  const rules = createTtlCache<Rules>(PERMISSIONS_TTL)
  const backgroundWork: Background[] = []
  const outbound = options.outbound ?? createOutbound({})
  const store = options.folder === undefined ? createMemoryStore() : createFolderStore(options.folder)
  const context: KubernetesBackgroundContext = {
    sharedInstances: createSharedInstances(),
    keyValueStore: store,
    clock: Date.now,
    outbound,
    log,
  }

  /** User name of the token in the cluster; clusters before 1.28 do not report it. */
  const nameOf = async (token: string) => {
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
    const response = await api.call(token, {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      body,
    })
    const parsed = v.safeParse(Review, response.body)
    return parsed.success ? parsed.output.status.userInfo.username : displayNameOf(token)
  }

  const loginWithToken = async (input: string): Promise<Credentials> => {
    const token = input.trim()
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new Failure(401, 'invalid Login', {
        detail: tokenHasInvalidCharacters,
      })
    const { status, body } = await api.call(token, { method: 'GET', path: '/api' })
    if (status === 401) throw new Failure(401, 'invalid Login', { detail: clusterRejectsToken })
    // a 403 still proves that the token is valid
    if (status >= 400 && status !== 403) throw toKubernetesError(status, body)
    const { exp } = claimsOf(token)
    const latest = Date.now() + sessionSeconds * 1000
    return {
      account: await nameOf(token),
      accessKey: '',
      secretKey: '',
      sessionToken: token,
      expires: exp === undefined ? latest : Math.min(latest, exp * 1000),
    }
  }

  const homeNamespacesOf = (account: string) => [...new Set([namespaceOf(account) ?? namespace, namespace])]

  const rulesOf = ({ sessionToken }: Credentials, at?: string) => {
    const key = createHash('sha256').update(sessionToken).digest('hex')
    return rules.get(`${key} ${at ?? ''}`, () => readRules(createClient(api, sessionToken), at))
  }

  const permissionsIn = async (credentials: Credentials, at: string) => permissionsOf(await rulesOf(credentials, at))

  const contextOf = (credentials: Credentials, client: Client): KubernetesAdapterContext => ({
    client,
    watch: (path, watchOptions) => watchList(client, path, watchOptions),
    checkAccess: (access) => checkAccess(client, access),
    // loaded on demand, since most sessions need no storage server
    storageAt: async (target) => (await import('../s3/client.ts')).createClient(target),
    account: credentials.account,
    namespace,
    domain,
    homeNamespaces: homeNamespacesOf(credentials.account),
    address: api.address,
    outbound,
    sharedInstances: context.sharedInstances,
    keyValueStore: store,
    clock: context.clock,
    tenants: options.tenants ?? { ca: undefined, addresses: new Map() },
    apiHeaders: { authorization: `Bearer ${credentials.sessionToken}` },
    permissions: async (at) =>
      at === undefined ? permissionsOf(await rulesOf(credentials)) : permissionsIn(credentials, at),
  })

  return {
    name: 'kubernetes',
    address: api.address,
    demonstration: options.demonstration,

    login: async () => {
      throw new Failure(400, signInWithToken)
    },

    loginWithToken,

    loginWithIdToken: ({ idToken }) => loginWithToken(idToken),

    // a token cannot be revoked; only the cookie contains it
    logout: async () => {},

    account: async (credentials) => {
      const [everywhere, ...homes] = await Promise.all([
        rulesOf(credentials),
        ...homeNamespacesOf(credentials.account).map((home) => rulesOf(credentials, home)),
      ])
      return {
        name: credentials.account,
        features: [],
        permissions: permissionsOf(everywhere, homes),
        within: (at) => permissionsIn(credentials, at),
        documents: [documentOf(everywhere, homes)],
      }
    },

    open: openOnce(async ({ adapters }, values) => {
      const adapter = await adapters?.kubernetes?.()
      if (!adapter) return undefined
      const { default: portOf, background } = adapter
      if (background) backgroundWork.push(background(context, values))
      return (credentials) => portOf(contextOf(credentials, createClient(api, credentials.sessionToken)), values)
    }),

    restart: async () => {
      throw new Failure(400, clusterNotRestartable)
    },

    // an unauthenticated error also proves that the API server responds
    ready: async () => {
      const { status, body } = await api.call('', { method: 'GET', path: '/readyz' })
      if (status >= 500) throw new Failure(503, 'The cluster is not ready', { detail: String(body) })
    },

    close: async () => {
      await Promise.all(backgroundWork.map(({ stop }) => stop()))
      await api.close()
    },
  }
}
