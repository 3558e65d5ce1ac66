import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Act } from '../../core/act.ts'
import { Failure } from '../../core/failure.ts'
import { type AuditPlace, usualPlace } from '../audit/place.ts'
import { createCommon } from '../common.ts'
import { createFeed } from '../feed.ts'
import { inFolder, inMemory } from '../keep.ts'
import { openedOnce } from '../opened-once.ts'
import { permissions, type PolicyDocument } from '../policy/policy.ts'
import type { Background } from '../../core/serve.ts'
import { type Credentials, type Engine, type Log, silent } from '../engine.ts'
import { SignInRefused } from '../sign-in-refused.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import type { Prometheus } from '../prometheus.ts'
import { type AccountInfo, readAccountInfo } from './account-info.ts'
import { passwordOf } from './accounts.ts'
import { createAdmin } from './admin.ts'
import { adminCrypto } from './admin-crypto.ts'
import { type Caller, hasCode } from './caller.ts'
import { createClient } from './client.ts'
import { canHeal, featuresOf, hasKeys } from './features.ts'
import type { MinioGround } from './kit.ts'
import { type LicensePlace, usualLicense } from '../license.ts'
import { createLately } from '../lately.ts'
import { probe } from './probe.ts'
import { hasNoRights, readRestriction, readRights } from './rights.ts'
import { type Keys, sha256 } from './sign.ts'
import { assumeRole, assumeRoleWithLdap, assumeRoleWithWebIdentity, DirectoryAway, type Granted } from './sts.ts'
import { Broken, type Target } from '../transport.ts'

/** Which server to stand on, and how. */
export type MinioOptions = Target & {
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

const Claims = v.object({
  preferred_username: v.optional(v.string()),
  email: v.optional(v.string()),
  ldapUsername: v.optional(v.string()),
})

/** How people know an account whose name at the server is a hash or a directory path: by the claims in its token. */
const knownAs = ({ account, sessionToken }: Credentials): string => {
  try {
    const claims = v.parse(Claims, JSON.parse(Buffer.from(sessionToken.split('.')[1] ?? '', 'base64url').toString()))
    return claims.preferred_username ?? claims.email ?? claims.ldapUsername ?? account
  } catch {
    return account
  }
}

/** The engine for a MinIO-compatible server: every call is made with the caller's own keys (minio-server 1 to 6). */
export const createMinioEngine = (options: MinioOptions): Engine => {
  const infos = createLately<AccountInfo>(MOMENT)
  const restrictions = createLately<PolicyDocument[]>(MOMENT)
  const keysKnown = createLately<boolean | undefined>(WHILE)
  const healsKnown = createLately<boolean | undefined>(WHILE)
  const works: Background[] = []
  const client = createClient({ ...options, onChange: () => [infos, restrictions].forEach(({ forget }) => forget()) })
  const crypto = adminCrypto()
  const seconds = options.stsDurationSeconds ?? SESSION
  const log = options.log ?? silent
  const outbound = options.outbound ?? createOutbound({ ca: options.ca })
  const keeper = options.ldap ? 'ldap' : 'builtin'
  const keep = options.folder === undefined ? inMemory() : inFolder(options.folder)
  const common = createCommon()
  const endings = createFeed<string>()
  const acts = createFeed<Act>()
  const adminAs = (keys: Keys) => createAdmin(client, crypto, keys)

  const callerOf = ({ account, accessKey, secretKey, sessionToken, expires }: Credentials): Caller => {
    const keys = { accessKey, secretKey, sessionToken }
    const admin = adminAs(keys)
    const endSession = async () => {
      if (sessionToken) await admin.send({ method: 'POST', name: 'revoke-tokens/builtin' })
    }
    const whose = sha256(JSON.stringify(keys))
    const info = () => infos.get(whose, () => readAccountInfo(admin))
    const isItself = Boolean(sessionToken) || accessKey === account
    const restriction = async () => (isItself ? [] : restrictions.get(whose, () => readRestriction(admin, accessKey)))
    const { url, shareUrl = url, license = usualLicense } = options
    return {
      client,
      keys,
      ...(sessionToken && { expires }),
      admin,
      account,
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

  /** Whose the keys are, from the server itself, and who keeps the password. */
  const credentialsOf = async (granted: Granted, by?: 'directory'): Promise<Credentials> => {
    const admin = adminAs(granted)
    const info = await readAccountInfo(admin)
    const password = by ?? (await passwordOf(admin, info.AccountName))
    return {
      account: info.AccountName,
      ...granted,
      ...(hasNoRights(info) && { rights: 'none' }),
      ...(password && { password }),
    }
  }

  /** A service account gets no temporary keys; its own prove themselves by being let in. */
  const asServiceAccount = (pair: Keys) =>
    credentialsOf({ ...pair, sessionToken: '', expires: Date.now() + seconds * 1000 })

  /** A directory that is away keeps nobody out who needs none; the others are told of it. */
  const firstToWork = async (attempts: readonly (() => Promise<Credentials>)[]) => {
    const refusals: Failure[] = []
    for (const attempt of attempts) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof Failure) || (error.status >= 500 && !(error instanceof DirectoryAway))) throw error
        refusals.push(error)
      }
    }
    throw (
      refusals.find((refusal) => refusal instanceof DirectoryAway) ??
      new SignInRefused(
        // the server checks the signature of a key that it knows
        refusals.some((refusal) => hasCode(refusal, 'SignatureDoesNotMatch')) ? 'exists' : 'unknown',
        refusals[0]?.detail,
      )
    )
  }

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

    login: (pair) => {
      const asPerson = async () =>
        credentialsOf(await assumeRoleWithLdap(client, pair.accessKey, pair.secretKey, seconds), 'directory')
      const asUser = async () => credentialsOf(await assumeRole(client, pair, seconds))
      return firstToWork([...(options.ldap ? [asPerson] : []), asUser, () => asServiceAccount(pair)])
    },

    loginWithIdToken: (tokens) =>
      firstToWork([
        async () =>
          credentialsOf(await assumeRoleWithWebIdentity(client, tokens, seconds, options.roleArn), 'directory'),
      ]),

    logout: (credentials) => {
      endings.publish(credentials.accessKey)
      return callerOf(credentials).endSession()
    },

    account: async (credentials) => {
      const keyed = keysKnown.get(credentials.accessKey, () => hasKeys(adminAs(credentials)))
      const healed = healsKnown.get('', () => canHeal(adminAs(credentials)))
      const [{ info, documents, reach }, keys, heals] = await Promise.all([
        readRights(callerOf(credentials)),
        keyed,
        healed,
      ])
      // all that the server tells of a user whom another tool has disabled
      if (credentials.rights !== 'none' && hasNoRights(info))
        throw new Failure(401, 'invalid session', `${info.AccountName} has no rights any more`)
      return {
        name: knownAs(credentials),
        features: [...featuresOf(info, keeper, { keys, heals }), ...(isKept ? (['log-search'] as const) : [])],
        permissions: permissions(reach),
        documents,
        ...(hasNoRights(info) && { rights: 'none' }),
        ...(credentials.password && { password: credentials.password }),
      }
    },

    open: openedOnce(async ({ adapters }) => {
      const adapter = await adapters?.minio?.()
      if (!adapter) return undefined
      const { default: portOf, background } = adapter
      if (background) works.push(background(ground))
      return (credentials) => portOf(callerOf(credentials))
    }),

    restart: async (credentials) => {
      const caller = callerOf(credentials)
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
