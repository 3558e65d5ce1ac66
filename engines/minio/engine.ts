import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { AuditEvent } from '../lib/audit-event.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { createSharedInstances } from '../lib/shared-instances.ts'
import { createFeed } from '../feed.ts'
import { createFolderStore, createMemoryStore } from '../lib/key-value-store.ts'
import { openOnce } from '../lib/open-once.ts'
import { permissions, type PolicyDocument } from '../iam/policy.ts'
import type { Background } from '../../core/protocol/serve.ts'
import { type Credentials, type Engine, type Log, type Origin, silentLog } from '../engine.ts'
import { createOutbound, outboundTo, type Outbound } from '../outbound/outbound.ts'
import { minioAdapterContext } from './adapter-context.ts'
import { type AccountInfo, readAccountInfo, readSessionInfo } from './account-info.ts'
import { createAdmin } from './admin.ts'
import { adminCrypto } from './admin-crypto.ts'
import type { Caller } from './caller.ts'
import { type Client, createClient } from '../s3/client.ts'
import { fallbackOn } from '../s3/has-code.ts'
import { displayNameOf, conditionContextOf } from './condition-context.ts'
import { canHeal, featuresOf, hasKms } from './features.ts'
import type { MinioBackgroundContext } from './background-context.ts'
import { createTtlCache } from '../lib/ttl-cache.ts'
import { CLUSTER_HEALTH, probe } from '../probe.ts'
import { allCapabilities } from '../s3/capabilities.ts'
import { minioPaths } from './paths.ts'
import { hasNoRights, readRestriction, readRights } from './rights.ts'
import { type Keys, sha256 } from '../s3/sign.ts'
import { createSignIn } from './sign-in.ts'
import { ConnectionBroken, type Target } from '../transport.ts'
import { accountHasNoPermissions } from './messages.ts'

export type MinioOptions = Omit<Target, 'maxBytes'> & {
  /** `undefined`: the server is asked. */
  region?: string | undefined
  /** In seconds; default 12 hours. */
  stsDurationSeconds?: number | undefined
  /** Whether sign-in tries the server's LDAP directory first. */
  ldap?: boolean | undefined
  /** Role for id tokens, if the server's provider has one (`role_policy`). */
  roleArn?: string | undefined
  /** Public address of the storage, for share links; default is the address the console uses. */
  shareUrl?: URL | undefined
  /** Folder for the console's own data; default in memory. */
  folder?: string | undefined
  /** In ms since 1970. */
  certificateEnds?: number | undefined
  /** In seconds. */
  idleSeconds?: number | undefined
  log?: Log
  /** Client for user-supplied addresses; by default private networks are refused. */
  outbound?: Outbound
}

const SESSION_SECONDS = 43_200

/**
 * Cache lifetime of account info in ms; changes made by the console invalidate it. A page needs it several times, and
 * with many groups and buckets it takes the server seconds.
 */
const ACCOUNT_INFO_TTL = 1000

/** Time in ms for which a session counts as valid when calls are refused, so that few refusals cost a request. */
const SESSION_TTL = 30_000

/** In ms: time limit of a restart, how long the server may still respond before it goes down, and polling interval. */
const RESTART = { most: 60_000, least: 5000, look: 200 }

/** Cache lifetime of information about KMS and drives, in ms. */
const FEATURES_TTL = 60_000

const ServerVersions = v.object({ servers: v.optional(v.array(v.object({ version: v.optional(v.string()) })), []) })

/** The engine for a MinIO-compatible server. Every call uses the caller's own keys (minio-server 1 to 6). */
export const createMinioEngine = (options: MinioOptions): Engine => {
  const infos = createTtlCache<AccountInfo>(ACCOUNT_INFO_TTL)
  const restrictions = createTtlCache<PolicyDocument[]>(ACCOUNT_INFO_TTL)
  const validSessions = createTtlCache<AccountInfo>(SESSION_TTL)
  const kmsResults = createTtlCache<boolean | undefined>(FEATURES_TTL)
  const healResults = createTtlCache<boolean | undefined>(FEATURES_TTL)
  const versions = createTtlCache<string | undefined>(FEATURES_TTL)
  const backgroundWork: Background[] = []
  const client = createClient({ ...options, onChange: () => [infos, restrictions].forEach(({ forget }) => forget()) })
  const crypto = adminCrypto()
  const log = options.log ?? silentLog
  const outbound = options.outbound ?? createOutbound({ ca: options.ca })
  const accountSource = options.ldap ? 'ldap' : 'builtin'
  const store = options.folder === undefined ? createMemoryStore() : createFolderStore(options.folder)
  const sharedInstances = createSharedInstances()
  const endedSessions = createFeed<string>()
  const auditEvents = createFeed<AuditEvent>()
  const clientFor = (origin: Origin | undefined): Client => client.onBehalfOf(origin?.address)

  const callerOf = (
    { account, accessKey, secretKey, sessionToken, expires }: Credentials,
    origin: Origin | undefined,
  ): Caller => {
    const keys = { accessKey, secretKey, sessionToken }
    const ownClient = clientFor(origin)
    const adminAs = (keyPair: Keys) => createAdmin(ownClient, crypto, keyPair)
    // the client address is part of the cache key, since policies may depend on it
    const cacheKey = sha256(JSON.stringify([keys, origin?.address]))
    const readInfo = sessionToken ? readSessionInfo : readAccountInfo
    const info = () => infos.get(cacheKey, () => readInfo(adminAs(keys)))
    const admin = createAdmin(ownClient, crypto, keys, () => validSessions.get(cacheKey, info))
    const endSession = async () => {
      if (!sessionToken) return
      // on servers before 2025, sessions end only when they expire
      const ended = admin.send({ method: 'POST', name: 'revoke-tokens/builtin' })
      await fallbackOn(ended, ['XMinioAdminVersionMismatch'], undefined)
    }
    const isItself = Boolean(sessionToken) || accessKey === account
    const restriction = async () =>
      isItself ? [] : restrictions.get(cacheKey, () => readRestriction(admin, accessKey))
    const { url, shareUrl = url } = options
    const secure = url.protocol === 'https:'
    const conditionContext = conditionContextOf({ account, sessionToken }, { origin, secure })
    return {
      client: ownClient,
      keys,
      ...(sessionToken && { expires }),
      admin,
      account,
      conditionContext,
      paths: minioPaths,
      capabilities: allCapabilities,
      rights: () => readRights({ info, restriction, conditionContext }),
      accountSource,
      info,
      restriction,
      adminAs,
      shareUrl,
      outbound,
      sharedInstances,
      endSession,
    }
  }

  const signIn = createSignIn({
    seconds: options.stsDurationSeconds ?? SESSION_SECONDS,
    ldap: options.ldap,
    roleArn: options.roleArn,
    region: options.region,
    log,
    clientFor,
    adminFor: (client, keys) => createAdmin(client, crypto, keys),
  })

  const ready = async () => void (await client.call({ method: 'GET', path: '/minio/health/ready' }))

  /** Waits until the server went down, or should have, and has loaded its accounts again. */
  const waitForRestart = async ({ admin }: Caller) => {
    const started = Date.now()
    for (let away = false; ; ) {
      await sleep(RESTART.look)
      const passed = Date.now() - started
      try {
        await ready()
        await readAccountInfo(admin)
        if (away || passed > RESTART.least) return
      } catch (error) {
        if (!(error instanceof Failure) || error.status !== 503 || passed > RESTART.most) throw error
        away = true
      }
    }
  }

  const { certificateEnds, idleSeconds, folder } = options
  const metrics: MinioBackgroundContext['metrics'] = async (scope, token, signal) => {
    const headers = token && {
      authorization: `Bearer ${token.bearer}`,
      ...(token.sessionToken && { 'x-amz-security-token': token.sessionToken }),
    }
    const { body } = await client.call({ method: 'GET', path: `/minio/v2/metrics/${scope}`, headers, signal })
    return body.toString()
  }
  const context: MinioBackgroundContext = {
    clock: Date.now,
    log,
    outbound,
    outboundTo: (url) => outboundTo(url, options.ca),
    sharedInstances,
    keyValueStore: store,
    endedSessions,
    host: client.host,
    folder,
    metrics,
    auditEvents,
    idleSeconds,
    certificateEnds,
    probe: (stop) => probe({ ...options, path: CLUSTER_HEALTH }, stop),
  }

  return {
    name: 'minio',
    address: client.host,
    ldap: options.ldap ?? false,
    auditEvents,

    login: signIn.withKeyPair,

    loginWithIdToken: signIn.withIdToken,

    logout: (credentials, origin) => {
      endedSessions.publish(credentials.accessKey)
      return callerOf(credentials, origin).endSession()
    },

    account: async (credentials, origin) => {
      const caller = callerOf(credentials, origin)
      const kmsResult = kmsResults.get(credentials.accessKey, () => hasKms(caller.admin))
      const healResult = healResults.get('', () => canHeal(caller.admin))
      const [{ info, documents, offers }, kms, heal] = await Promise.all([readRights(caller), kmsResult, healResult])
      // the only sign of a user that was disabled with another tool
      if (credentials.rights !== 'none' && hasNoRights(info))
        throw new Failure(401, 'invalid session', { detail: accountHasNoPermissions(info.AccountName) })
      return {
        name: displayNameOf(credentials),
        features: [
          ...featuresOf(info, accountSource, { kms, heal }),
          ...backgroundWork.flatMap((work) => work.features ?? []),
        ],
        permissions: permissions(offers),
        documents,
        ...(hasNoRights(info) && { rights: 'none' }),
        ...(credentials.password && { password: credentials.password }),
        ...(credentials.writes && { writes: credentials.writes }),
      }
    },

    open: openOnce(async ({ adapters }, values) => {
      const adapter = await adapters?.minio?.()
      if (!adapter) return undefined
      const { default: portOf, background } = adapter
      if (background) backgroundWork.push(background(context, values))
      return (credentials, origin) => portOf(minioAdapterContext(callerOf(credentials, origin)), values)
    }),

    restart: async (credentials, origin) => {
      const caller = callerOf(credentials, origin)
      await caller.admin
        .send({ method: 'POST', name: 'service', needs: 'admin:ServiceRestart', query: { action: 'restart', type: 2 } })
        .catch((error) => {
          if (!(error instanceof ConnectionBroken)) throw error
        })
      await waitForRestart(caller)
    },

    version: (credentials, origin) =>
      versions.get(credentials.accessKey, async () => {
        const { admin } = callerOf(credentials, origin)
        const request = { method: 'GET', name: 'info', needs: 'admin:ServerInfo', query: { metrics: 'false' } } as const
        try {
          const [first] = (await admin.read(ServerVersions, request)).servers
          return first?.version && [client.software(), first.version].filter(Boolean).join(' ')
        } catch (error) {
          // accounts without this permission see no version
          if (error instanceof Failure) return undefined
          throw error
        }
      }),

    ready,

    close: async () => {
      await Promise.all(backgroundWork.map(({ stop }) => stop()))
      client.close()
    },
  }
}
