import * as v from 'valibot'
import { Failure } from 'stowage'
import type { TiersBackend } from '../backend.ts'
import type { NewTier, Tier } from '../contract.ts'
import { isRemoteUnreachable } from 'stowage/engines/minio'
import { type MinioAdapterContext, assertReachable } from 'stowage/server'
import { toSpecificError } from './errors.ts'
import { hasCode, S3Error, unescape } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const text = v.optional(v.string(), '')
const number = v.optional(v.number(), 0)
const Remote = v.optional(
  v.object({
    Endpoint: text,
    Bucket: text,
    Prefix: text,
    Region: text,
    StorageClass: text,
    AccessKey: text,
    AccountName: text,
  }),
  {},
)
const Config = v.object({ Type: text, Name: v.string(), S3: Remote, Azure: Remote, GCS: Remote, MinIO: Remote })
const Configs = v.nullable(v.array(Config))
const Stats = v.nullable(
  v.array(
    v.object({
      Name: v.string(),
      Stats: v.optional(v.object({ totalSize: number, numVersions: number, numObjects: number }), {}),
    }),
  ),
)

/** Time limits in ms for tests by the storage server: when a user saves a tier, and for the status in the list. */
const TIMEOUTS = { change: 30_000, verify: 15_000 }

/** Statuses of refusals to change credentials that leave those in use alone. */
const unchanged: ReadonlySet<number> = new Set([401, 403, 404])

/** Codes of responses to a change of credentials that the server sends once it has reloaded its tiers. */
const reloaded = /^XMinio(AdminTier|BackendDown)/

const LIST_ACTION = 'admin:ListTier'
const SET_ACTION = 'admin:SetTier'

const locationOf = (
  name: string,
  { Endpoint, Bucket, Prefix, Region, StorageClass }: v.InferOutput<typeof Remote>,
) => ({
  name,
  endpoint: Endpoint,
  bucket: Bucket,
  prefix: Prefix,
  region: Region,
  ...(StorageClass && { storageclass: StorageClass }),
})

const tierOf = ({ Type, Name, S3, Azure, GCS, MinIO }: v.InferOutput<typeof Config>): Omit<Tier, 'usage'> => {
  const secret = 'REDACTED' as const
  if (Type === 's3')
    return { type: Type, name: Name, s3: { ...locationOf(Name, S3), accesskey: S3.AccessKey, secretkey: secret } }
  if (Type === 'minio')
    return {
      type: Type,
      name: Name,
      minio: { ...locationOf(Name, MinIO), accesskey: MinIO.AccessKey, secretkey: secret },
    }
  if (Type === 'azure')
    return {
      type: Type,
      name: Name,
      azure: { ...locationOf(Name, Azure), accountname: Azure.AccountName, accountkey: secret },
    }
  if (Type === 'gcs') return { type: Type, name: Name, gcs: { ...locationOf(Name, GCS), creds: secret } }
  return { type: 'unsupported', name: Name }
}

/** Configuration the storage server stores for a new tier (minio-server 3.15). */
const configOf = (tier: NewTier, endpoint: string) => {
  const config = (
    part: 'MinIO' | 'S3' | 'Azure' | 'GCS',
    { name, bucket, prefix, region }: { name: string; bucket: string; prefix: string; region: string },
    credentials: Readonly<Record<string, string | undefined>>,
  ) => ({
    Type: tier.type,
    Name: name,
    [part]: { Endpoint: endpoint, Bucket: bucket, Prefix: prefix, Region: region, ...credentials },
  })
  switch (tier.type) {
    case 'minio': {
      const { accesskey: AccessKey, secretkey: SecretKey } = tier.minio
      return config('MinIO', tier.minio, { AccessKey, SecretKey })
    }
    case 's3': {
      const { accesskey: AccessKey, secretkey: SecretKey, storageclass: StorageClass } = tier.s3
      return config('S3', tier.s3, { AccessKey, SecretKey, StorageClass })
    }
    case 'azure': {
      const { accountname: AccountName, accountkey: AccountKey } = tier.azure
      return config('Azure', tier.azure, { AccountName, AccountKey })
    }
    case 'gcs':
      // the server expects URL-safe base64 here
      return config('GCS', tier.gcs, { Creds: tier.gcs.creds.replaceAll('+', '-').replaceAll('/', '_') })
  }
}

const remoteOf = (tier: NewTier): { endpoint: string } => {
  switch (tier.type) {
    case 'minio':
      return tier.minio
    case 's3':
      return tier.s3
    case 'azure':
      return tier.azure
    case 'gcs':
      return tier.gcs
  }
}

/** Tiers of a MinIO server, which tests the remote storage before it adds one (minio-server 3.15). */
export default (caller: MinioAdapterContext): TiersBackend => {
  const { admin, outbound } = caller

  const configs = async () => (await admin.read(Configs, { method: 'GET', name: 'tier', needs: LIST_ACTION })) ?? []

  /** Throws 404 for unknown tiers: the server accepts any name as already removed. */
  const assertExists = async (name: string) => {
    const found = (await configs()).find(({ Name }) => Name === name)
    if (!found) throw new Failure(404, `There is no tier "${name}"`)
  }

  const send = (call: Parameters<typeof admin.send>[0]) =>
    admin.send({ deadline: TIMEOUTS.change, needs: SET_ACTION, ...call })

  const change = async (call: Parameters<typeof admin.send>[0]) => {
    try {
      await send(call)
    } catch (error) {
      // MinIO passes on that the remote storage denies access, for example to list a tier before it is removed
      if (hasCode(error, 'AccessDenied') && (await caller.rights()).grants(SET_ACTION))
        throw new Failure(400, messages.credentialsRefused)
      throw toSpecificError(error)
    }
  }

  const credentialsCall = (name: string, credentials: object) =>
    ({
      method: 'POST',
      name: `tier/${encodeURIComponent(name)}`,
      sealed: { awsrole: false, ...credentials },
    }) as const

  /**
   * Makes the server reload the stored credentials of a tier, and returns whether it did. The server uses new ones from
   * when it tests them, even if the remote storage refuses them, and reloads all tiers before each change. A change
   * without keys changes nothing: it is refused for MinIO and Google, and tests the stored keys for other types.
   */
  const restoreCredentials = async (name: string) => {
    try {
      await send(credentialsCall(name, {}))
      return true
    } catch (error) {
      return error instanceof S3Error && reloaded.test(error.code)
    }
  }

  const uses = async (name: string) => {
    const { results, partial } = await caller.readEachBucket({
      action: 's3:GetLifecycleConfiguration',
      query: 'lifecycle',
      none: ['NoSuchLifecycleConfiguration'],
    })
    const usesTier = ({ text: xml }: { text: string }) =>
      [...xml.matchAll(/<StorageClass>([^<]*)</g)].some(
        ([, storageClass = '']) => unescape(storageClass).trim() === name,
      )
    return { buckets: results.filter(usesTier).map((one) => one.name), partial }
  }

  return {
    list: async () => {
      const [all, stats] = await Promise.all([
        configs(),
        admin.read(Stats, { method: 'GET', name: 'tier-stats', needs: LIST_ACTION }),
      ])
      const usage = new Map(
        (stats ?? []).map(({ Name, Stats: one }) => [
          Name,
          { usage: one.totalSize, objects: one.numObjects, versions: one.numVersions },
        ]),
      )
      return all
        .map((one) => ({ ...tierOf(one), ...usage.get(one.Name) }))
        .sort((one, other) => (one.name < other.name ? -1 : 1))
    },

    add: async (tier) => {
      await caller.assertGranted(SET_ACTION)
      const endpoint = await assertReachable(outbound, 'endpoint', remoteOf(tier).endpoint)
      await change({ method: 'PUT', name: 'tier', sealed: { Version: 'v1', ...configOf(tier, endpoint) } })
    },

    rotate: async (name, keys) => {
      const credentials = 'creds' in keys ? { creds: keys.creds } : { access: keys.access, secret: keys.secret }
      try {
        await change(credentialsCall(name, credentials))
      } catch (error) {
        if (!(error instanceof Failure) || unchanged.has(error.status) || (await restoreCredentials(name))) throw error
        throw new Failure(error.status, messages.credentialsMayBeInUse(error.message), { ...error })
      }
    },

    verify: async (name) => {
      const startedAt = performance.now()
      const elapsed = () => Math.round(performance.now() - startedAt)
      try {
        await admin.send({
          method: 'GET',
          name: `tier/${encodeURIComponent(name)}`,
          needs: LIST_ACTION,
          deadline: TIMEOUTS.verify,
        })
        return { status: 'online', durationMs: elapsed() }
      } catch (error) {
        // a missing permission or an unreachable storage server is not a failure of the tier
        if (
          !(error instanceof Failure) ||
          error.status === 401 ||
          error.status === 403 ||
          hasCode(error, 'XMinioAdminTierNotFound')
        )
          throw toSpecificError(error)
        const hasTimedOut = !(error instanceof S3Error) && elapsed() >= TIMEOUTS.verify
        if (!(error instanceof S3Error) && !hasTimedOut) throw error
        const { message } = toSpecificError(error)
        return {
          status: hasTimedOut || isRemoteUnreachable(error) ? 'offline' : 'refused',
          problem: hasTimedOut ? messages.noResponseWithin(TIMEOUTS.verify / 1000) : message,
          durationMs: elapsed(),
        }
      }
    },

    uses: async (name) => {
      await assertExists(name)
      return uses(name)
    },

    remove: async (name) => {
      await caller.assertGranted(SET_ACTION)
      await assertExists(name)
      const { buckets } = await uses(name)
      if (buckets.length > 0)
        throw new Failure(409, messages.usedByRules(buckets.slice(0, 8).join(', '), buckets.length))
      await change({ method: 'DELETE', name: `tier/${encodeURIComponent(name)}` })
    },
  }
}
