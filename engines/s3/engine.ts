import type { AuditEvent } from '../lib/audit-event.ts'
import { Failure } from '../../core/protocol/failure.ts'
import type { Feature } from '../../core/protocol/features.ts'
import type { Background } from '../../core/protocol/serve.ts'
import { type Credentials, type Engine, type Log, type Origin, silentLog } from '../engine.ts'
import { createFeed } from '../feed.ts'
import { openOnce } from '../lib/open-once.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import { permissions } from '../iam/policy.ts'
import { createSharedInstances } from '../lib/shared-instances.ts'
import type { Target } from '../transport.ts'
import { createTtlCache } from '../lib/ttl-cache.ts'
import { s3AdapterContext } from './adapter-context.ts'
import type { AddressStyle } from './bucket-address.ts'
import { type ListedBucket, readBucketList } from './bucket-list.ts'
import type { S3Caller } from './caller.ts'
import { createCapabilities } from './capabilities.ts'
import { type Client, createClient } from './client.ts'
import { detectCapabilities } from './detect.ts'
import { hasCode } from './has-code.ts'
import type { S3BackgroundContext } from './background-context.ts'
import { type IamAccess, readIamAccess } from './iam-access.ts'
import { createIamClient } from './iam-client.ts'
import { createPaths } from './paths.ts'
import { offersOf, unknownRights } from './rights.ts'
import { assumedMissing, isVersityGateway, nameRulesOf } from './server-kind.ts'
import { sha256 } from './sign.ts'
import { expiryOf } from './session-token.ts'
import { verifyKeys } from './sign-in.ts'
import { subResourceFeatures } from './sub-resources.ts'
import { createVersityAdmin, readVersityAccess } from './versity-admin.ts'
import { serverAnswersWithStatus, serverNotRestartable } from './messages.ts'

export type S3Options = Omit<Target, 'maxBytes'> & {
  /** Region of the server, and of buckets whose region it does not report; `undefined` detects it. */
  region?: string | undefined
  style?: AddressStyle | undefined
  /** Longest session in seconds; default 12 hours. */
  sessionSeconds?: number | undefined
  /** Public address of the storage, for share links; default is the address the console uses. */
  shareUrl?: URL | undefined
  log?: Log
  /** Client for user-supplied addresses; by default private networks are refused. */
  outbound?: Outbound
}

const SESSION_SECONDS = 43_200

/** Cache lifetime of the list of buckets, which also proves that keys are still valid, in ms. */
const ACCOUNT_TTL = 5000

/** Cache lifetime of what was detected with the keys of one account, in ms. */
const DETECTION_TTL = 60 * 60 * 1000

/** Cache lifetime of what the IAM API offers a caller, whose rights may change, in ms. */
const IAM_TTL = 60_000

/** Features of plain S3, unless the server responds otherwise. */
const detected: readonly Feature[] = [...new Set(Object.values(subResourceFeatures)), 'object-tags']

/**
 * The engine for any S3 server. Every request is signed with the user's own key pair. Its context has no admin client,
 * so no adapter can send an admin call, which such a server would interpret as a request for an object.
 */
export const createS3Engine = (options: S3Options): Engine => {
  const listings = createTtlCache<ListedBucket[] | undefined>(ACCOUNT_TTL)
  const detections = createTtlCache<void>(DETECTION_TTL)
  const iamAccess = createTtlCache<IamAccess>(IAM_TTL)
  const backgroundWork: Background[] = []
  const { url, shareUrl = url, log = silentLog } = options
  const client = createClient({
    ...options,
    style: options.style ?? 'path',
    regions: 'by bucket',
    caVariable: 'CONSOLE_S3_CA',
    onChange: () => listings.forget(),
  })
  const capabilities = createCapabilities(() => assumedMissing(client.software()))
  const paths = createPaths(() => nameRulesOf(client.software()))
  const outbound = options.outbound ?? createOutbound({ ca: options.ca })
  const sharedInstances = createSharedInstances()
  const auditEvents = createFeed<AuditEvent>()
  const clientFor = (origin: Origin | undefined): Client => client.onBehalfOf(origin?.address)

  const callerOf = (
    { account, accessKey, secretKey, sessionToken, expires }: Credentials,
    origin?: Origin,
  ): S3Caller => ({
    client: clientFor(origin),
    keys: { accessKey, secretKey, sessionToken },
    ...(sessionToken && { expires }),
    account,
    paths,
    rights: async () => unknownRights,
    capabilities,
    shareUrl,
    outbound,
    sharedInstances,
  })

  /** The caller's buckets. Throws `Failure` 401 if its keys are not valid any more. */
  const bucketsOf = async (caller: S3Caller) => {
    try {
      return await listings.get(sha256(JSON.stringify(caller.keys)), () => readBucketList(caller))
    } catch (error) {
      if (!hasCode(error, 'SignatureDoesNotMatch')) throw error
      throw new Failure(401, 'invalid session', { detail: error.detail })
    }
  }

  const context: S3BackgroundContext = { clock: Date.now, log, outbound, sharedInstances }

  return {
    name: 's3',
    address: client.host,
    auditEvents,
    acceptsSessionToken: true,

    login: async ({ accessKey, secretKey, sessionToken = '' }, origin) => {
      await verifyKeys(clientFor(origin), { accessKey, secretKey, sessionToken })
      const ends = Date.now() + (options.sessionSeconds ?? SESSION_SECONDS) * 1000
      const expires = Math.min(ends, expiryOf(sessionToken) ?? ends)
      return { account: accessKey, accessKey, secretKey, sessionToken, expires }
    },

    version: async () => client.software() || undefined,

    // the keys are the user's own: there is nothing to revoke
    logout: async () => {},

    account: async (credentials, origin) => {
      const caller = callerOf(credentials, origin)
      const [first] = (await bucketsOf(caller)) ?? []
      if (first) await detections.get(credentials.accessKey, () => detectCapabilities(caller, first.Name))
      const iam = await iamAccess.get(credentials.accessKey, () =>
        isVersityGateway(client.software())
          ? readVersityAccess(createVersityAdmin(caller.client, caller.keys), credentials.account)
          : readIamAccess(createIamClient(caller.client, caller.keys), credentials.accessKey),
      )
      return {
        name: credentials.account,
        features: [
          's3-address',
          ...(nameRulesOf(client.software()).hasAnySlashes ? (['empty-names'] as const) : []),
          ...iam.features,
          ...(isVersityGateway(client.software()) || capabilities.isMissing('versions') ? [] : (['rewind'] as const)),
          ...detected.filter((feature) => !capabilities.isMissing(feature)),
          ...backgroundWork.flatMap((work) => work.features ?? []),
        ],
        permissions: { ...permissions(offersOf(iam.actions)), areUnknown: true },
        documents: [],
        rights: 'unknown',
        ...(iam.password && { password: iam.password }),
      }
    },

    open: openOnce(async ({ adapters }, values) => {
      const adapter = await adapters?.s3?.()
      if (!adapter) return undefined
      const { default: portOf, background } = adapter
      if (background) backgroundWork.push(background(context, values))
      return (credentials, origin) => portOf(s3AdapterContext(callerOf(credentials, origin)), values)
    }),

    restart: async () => {
      throw new Failure(501, serverNotRestartable)
    },

    // any response of the server itself proves that it is ready: without keys it is an error
    ready: async () => {
      const status = await client.statusOf('/')
      if (status >= 500) throw new Failure(503, serverAnswersWithStatus(client.host, status))
    },

    close: async () => {
      await Promise.all(backgroundWork.map(({ stop }) => stop()))
      client.close()
    },
  }
}
