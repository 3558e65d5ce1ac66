import { setTimeout as sleep } from 'node:timers/promises'
import type { Act } from '../../core/act.ts'
import { Failure } from '../../core/failure.ts'
import { type AuditPlace, usualPlace } from '../audit/place.ts'
import { createCommon } from '../common.ts'
import { createFeed } from '../feed.ts'
import { inFolder, inMemory } from '../keep.ts'
import { openedOnce } from '../opened-once.ts'
import { permissions, type PolicyDocument } from '../policy/policy.ts'
import type { Background } from '../../core/serve.ts'
import { type Credentials, type Engine, type Log, type Origin, silent } from '../engine.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import type { Prometheus } from '../prometheus.ts'
import { type AccountInfo, readAccountInfo } from './account-info.ts'
import { createAdmin } from './admin.ts'
import { adminCrypto } from './admin-crypto.ts'
import type { Caller } from './caller.ts'
import { type Client, createClient } from './client.ts'
import { displayNameOf, factsOf } from './facts.ts'
import { canHeal, featuresOf, hasKeys } from './features.ts'
import type { MinioGround } from './kit.ts'
import { type LicensePlace, usualLicense } from '../license.ts'
import { createLately } from '../lately.ts'
import { probe } from './probe.ts'
import { hasNoRights, readRestriction, readRights } from './rights.ts'
import { type Keys, sha256 } from './sign.ts'
import { createSignIn } from './sign-in.ts'
import { Broken, type Target } from '../transport.ts'

/** Which server to stand on, and how. */
export type MinioOptions = Omit<Target, 'most'> & {
  /** Nothing: the server is asked. */
  region?: string | undefined
  /** How long a session lasts, in seconds; 12 hours if not given. */
  stsDurationSeconds?: number | undefined
  /** Whether names and passwords are tried with the server's directory first. */
  ldap?: boolean | undefined
  /** The role that id tokens are for, where the server's provider has one (`role_policy`). */
  roleArn?: string | undefined
  /** Where others reach the storage, for links; nothing for the address by which the console does. */
  shareUrl?: URL | undefined
  /** Where the console keeps what is its own; without it in memory. */
  folder?: string | undefined
  /** When the console's own certificate ends, in ms since 1970. */
  certificateEnds?: number | undefined
  /** Whether the past of the storage's figures is kept; it is where nothing is said. */
  history?: 'on' | 'off'
  /** Where the past of the figures is instead. */
  prometheus?: Prometheus | undefined
  /** What the server's metrics are read with; nothing for a token of somebody who is signed in. */
  metricsToken?: string | undefined
  /** Where audit records come from and go to. */
  audit?: AuditPlace
  license?: LicensePlace | undefined
  /** After so many seconds without a call a session ends. */
  idleSeconds?: number | undefined
  log?: Log
  /** The way to hosts that people name; without it none of the console's own network. */
  outbound?: Outbound
}

const SESSION = 43_200

/**
 * How long what the server tells of an account is good, in ms, unless this console changes something meanwhile: a page
 * asks for it several times, and with many groups and buckets it takes the server seconds.
 */
const MOMENT = 1000

/**
 * In ms: how long a restart may take, how long the server may still answer before it goes down, and how often to look.
 */
const RESTART = { most: 60_000, least: 5000, look: 200 }

/** How long what is known of the server's keys and drives is good, in ms. */
const WHILE = 60_000

/** The engine for a MinIO-compatible server: every call is made with the caller's own keys (minio-server 1 to 6). */
export const createMinioEngine = (options: MinioOptions): Engine => {
  const infos = createLately<AccountInfo>(MOMENT)
  const restrictions = createLately<PolicyDocument[]>(MOMENT)
  const keysKnown = createLately<boolean | undefined>(WHILE)
  const healsKnown = createLately<boolean | undefined>(WHILE)
  const works: Background[] = []
  const client = createClient({ ...options, onChange: () => [infos, restrictions].forEach(({ forget }) => forget()) })
  const crypto = adminCrypto()
  const log = options.log ?? silent
  const outbound = options.outbound ?? createOutbound({ ca: options.ca })
  const keeper = options.ldap ? 'ldap' : 'builtin'
  const keep = options.folder === undefined ? inMemory() : inFolder(options.folder)
  const common = createCommon()
  const endings = createFeed<string>()
  const acts = createFeed<Act>()
  const clientFor = (origin: Origin | undefined): Client => client.onBehalfOf(origin?.address)

  const callerOf = (
    { account, accessKey, secretKey, sessionToken, expires }: Credentials,
    origin: Origin | undefined,
  ): Caller => {
    const keys = { accessKey, secretKey, sessionToken }
    const ownClient = clientFor(origin)
    const adminAs = (pair: Keys) => createAdmin(ownClient, crypto, pair)
    const admin = adminAs(keys)
    const endSession = async () => {
      if (sessionToken) await admin.send({ method: 'POST', name: 'revoke-tokens/builtin' })
    }
    // the server judges by the address as well
    const whose = sha256(JSON.stringify([keys, origin?.address]))
    const info = () => infos.get(whose, () => readAccountInfo(admin))
    const isItself = Boolean(sessionToken) || accessKey === account
    const restriction = async () => (isItself ? [] : restrictions.get(whose, () => readRestriction(admin, accessKey)))
    const { url, shareUrl = url, license = usualLicense } = options
    return {
      client: ownClient,
      keys,
      ...(sessionToken && { expires }),
      admin,
      account,
      facts: factsOf({ account, sessionToken }, { origin, secure: options.url.protocol === 'https:' }),
      keeper,
      info,
      restriction,
      adminAs,
      shareUrl,
      license,
      outbound,
      common,
      endSession,
    }
  }

  const signIn = createSignIn({
    seconds: options.stsDurationSeconds ?? SESSION,
    ldap: options.ldap,
    roleArn: options.roleArn,
    region: options.region,
    log,
    clientFor,
    adminFor: (client, keys) => createAdmin(client, crypto, keys),
  })

  const ready = async () => void (await client.call({ method: 'GET', path: '/minio/health/ready' }))

  /** Waits until the server has been away, or should have been, and knows its accounts again. */
  const restarted = async ({ admin }: Caller) => {
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

  const { certificateEnds, audit = usualPlace, metricsToken, idleSeconds, folder, history = 'on', prometheus } = options
  const isKept = folder !== undefined || audit.database !== undefined || audit.service !== undefined
  const metrics: MinioGround['metrics'] = async (of, token, signal) => {
    const headers = token && {
      authorization: `Bearer ${token.bearer}`,
      ...(token.sessionToken && { 'x-amz-security-token': token.sessionToken }),
    }
    const { body } = await client.call({ method: 'GET', path: `/minio/v2/metrics/${of}`, headers, signal })
    return body.toString()
  }
  const ground: MinioGround = {
    ...{
      clock: Date.now,
      log,
      outbound,
      common,
      keep,
      endings,
      host: client.host,
      folder,
      history,
      prometheus,
      metrics,
      metricsToken,
      audit,
      acts,
      idleSeconds,
      certificateEnds,
    },
    probe: (stop) => probe(options, stop),
  }

  return {
    name: 'minio',
    address: client.host,
    acts,

    login: signIn.withPair,

    loginWithIdToken: signIn.withIdToken,

    logout: (credentials, origin) => {
      endings.publish(credentials.accessKey)
      return callerOf(credentials, origin).endSession()
    },

    account: async (credentials, origin) => {
      const caller = callerOf(credentials, origin)
      const keyed = keysKnown.get(credentials.accessKey, () => hasKeys(caller.admin))
      const healed = healsKnown.get('', () => canHeal(caller.admin))
      const [{ info, documents, offers }, keys, heals] = await Promise.all([readRights(caller), keyed, healed])
      // all that the server tells of a user whom another tool has disabled
      if (credentials.rights !== 'none' && hasNoRights(info))
        throw new Failure(401, 'invalid session', { detail: `${info.AccountName} has no rights any more` })
      return {
        name: displayNameOf(credentials),
        features: [...featuresOf(info, keeper, { keys, heals }), ...(isKept ? (['log-search'] as const) : [])],
        permissions: permissions(offers),
        documents,
        ...(hasNoRights(info) && { rights: 'none' }),
        ...(credentials.password && { password: credentials.password }),
        ...(credentials.writes && { writes: credentials.writes }),
      }
    },

    open: openedOnce(async ({ adapters }) => {
      const adapter = await adapters?.minio?.()
      if (!adapter) return undefined
      const { default: portOf, background } = adapter
      if (background) works.push(background(ground))
      return (credentials, origin) => portOf(callerOf(credentials, origin))
    }),

    restart: async (credentials, origin) => {
      const caller = callerOf(credentials, origin)
      await caller.admin
        .send({ method: 'POST', name: 'service', needs: 'admin:ServiceRestart', query: { action: 'restart', type: 2 } })
        .catch((error) => {
          if (!(error instanceof Broken)) throw error
        })
      await restarted(caller)
    },

    ready,

    close: async () => {
      await Promise.all(works.map(({ stop }) => stop()))
      client.close()
    },
  }
}
