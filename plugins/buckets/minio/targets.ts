import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Connection, NewReplication, Relation, ReplicationChange } from '../replication.ts'
import { isRemoteUnreachable, isRoleSet, targetRefusalOf } from 'stowage/engines/minio'
import type { MinioAdapterContext } from 'stowage/server'
import { hasCode, fallbackOn } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const Text = v.optional(v.string(), '')

/** A target as the server returns it, without its secret key. */
const Target = v.object({
  arn: v.string(),
  endpoint: v.string(),
  secure: v.optional(v.boolean(), false),
  credentials: v.nullish(v.object({ accessKey: Text })),
  targetbucket: Text,
  region: Text,
  replicationSync: v.optional(v.boolean(), false),
  bandwidthlimit: v.optional(v.number(), 0),
  healthCheckDuration: v.optional(v.number(), 0),
  isOnline: v.optional(v.boolean(), false),
  lastOnline: Text,
  /** In ns. */
  totalDowntime: v.optional(v.number(), 0),
  offlineCount: v.optional(v.number(), 0),
})
export type RemoteTarget = v.InferOutput<typeof Target>

/** The server counts in nanoseconds. */
const SECOND = 1_000_000_000

const syncOf = (mode: 'async' | 'sync' | undefined) => mode === 'sync'

/** Converts an address to the server's format: no path, and the default port of the scheme if it is missing. */
const endpointOf = (targetURL: string) => {
  const { protocol, hostname, port } = new URL(targetURL)
  const secure = protocol === 'https:'
  return { endpoint: `${hostname}:${port || (secure ? 443 : 80)}`, secure }
}

type Destination = Pick<Connection, 'targetURL' | 'destinationBucket'>

/** Codes that the server sends whatever went wrong at the target. */
const OF_ANY_CAUSE = [
  'RemoteDestinationNotFoundError',
  'XMinioAdminRemoteTargetNotFoundError',
  'XMinioAdminReplicationRemoteConnectionError',
  'InvalidRequest',
]

/**
 * Why a request of the storage server to a target failed, as a sentence, and the title and name of the field that
 * causes it; `undefined` if the server's text does not tell.
 */
export const targetProblem = (error: unknown, { targetURL, destinationBucket }: Destination) => {
  if (!hasCode(error, ...OF_ANY_CAUSE)) return undefined
  const accessKey = { title: 'Access Key', field: 'accessKey' }
  if (isRemoteUnreachable(error))
    return { title: 'Target URL', field: 'targetURL', message: messages.targetNotResponding(targetURL) }
  const refusal = targetRefusalOf(error)
  if (refusal === 'keys') return { ...accessKey, message: messages.targetRefusesKeyPair(targetURL) }
  if (refusal) return { ...accessKey, message: messages.targetKeysLackRights(destinationBucket, targetURL) }
  return undefined
}

/** Server error codes of targets, with the problem and what to do about it. */
const causes = (
  bucket: string,
  { targetURL, destinationBucket }: Destination,
): Readonly<Record<string, readonly [message: string, field?: string]>> => ({
  ReplicationSourceNotVersionedError: [messages.versioningRequiredForReplication(bucket)],
  RemoteDestinationNotFoundError: [messages.targetBucketNotFound(destinationBucket, targetURL), 'destinationBucket'],
  XMinioAdminRemoteTargetNotFoundError: [
    messages.targetBucketNotFound(destinationBucket, targetURL),
    'destinationBucket',
  ],
  RemoteTargetNotVersionedError: [messages.targetBucketVersioningOff(destinationBucket), 'destinationBucket'],
  ReplicationDestinationMissingLockError: [messages.targetCannotLock(destinationBucket, bucket), 'destinationBucket'],
  XMinioAdminReplicationRemoteConnectionError: [messages.targetSignInFails(targetURL), 'targetURL'],
  XMinioAdminRemoteIdenticalToSource: [messages.bucketCannotReplicateToItself(bucket), 'destinationBucket'],
  XMinioAdminBucketRemoteAlreadyExists: [messages.targetUrlInUse(bucket, targetURL), 'targetURL'],
  XMinioAdminReplicationBandwidthLimitError: [messages.bandwidthTooLow, 'bandwidth'],
  XMinioReplicationDenyEdit: [messages.rulesManagedBySiteReplication],
  XMinioAdminRemoteTargetDenyAdd: [messages.rulesManagedBySiteReplication],
})

/** Turns the server's errors about a target into 400 with a readable message. */
export const toTargetError = (error: unknown, bucket: string, to: Destination) => {
  if (!(error instanceof Failure)) return error
  const problem = targetProblem(error, to)
  if (problem) {
    const { title, field, message } = problem
    return new Failure(400, `${title}: ${message}`, { field, detail: error.detail })
  }
  const [message, field] = isRoleSet(error)
    ? [messages.anotherToolGaveReplication(bucket)]
    : (causes(bucket, to)[error.code ?? ''] ?? [])
  return message === undefined ? error : new Failure(400, message, { field, detail: error.detail })
}

/** Replication targets of a bucket on a MinIO server, stored next to its rules (minio-server 3.14). */
export const createTargets = ({ admin }: MinioAdapterContext) => {
  const list = async (bucket: string): Promise<RemoteTarget[]> =>
    (await admin.read(v.nullable(v.array(Target)), {
      method: 'GET',
      name: 'list-remote-targets',
      needs: 'admin:GetBucketTarget',
      query: { bucket, type: 'replication' },
    })) ?? []

  const set = (query: Record<string, string>, sealed: object) =>
    admin.read(v.string(), { method: 'PUT', name: 'set-remote-target', needs: 'admin:SetBucketTarget', query, sealed })

  const remove = (bucket: string, arn: string) =>
    admin.send({
      method: 'DELETE',
      name: 'remove-remote-target',
      needs: 'admin:SetBucketTarget',
      query: { bucket, arn },
    })

  return {
    list,

    /** `undefined` for a caller who may not list targets. */
    listIfAllowed: (bucket: string) => fallbackOn(list(bucket), ['AccessDenied'], undefined),

    /** Returns the target for a new rule, created or existing; `made` says which. */
    provide: async ({ originBucket: bucket, destinationBucket }: Relation, request: NewReplication) => {
      const { endpoint, secure } = endpointOf(request.targetURL)
      const target = {
        replicationSync: syncOf(request.syncMode),
        bandwidthlimit: request.syncMode === 'sync' ? 0 : request.bandwidth,
        healthCheckDuration: request.healthCheckPeriod * SECOND,
      }
      const existing = (await list(bucket)).find(
        (one) =>
          one.endpoint === endpoint &&
          one.secure === secure &&
          one.targetbucket === destinationBucket &&
          one.credentials?.accessKey === request.accessKey,
      )
      const differs =
        existing && Object.entries(target).some(([name, value]) => existing[name as keyof typeof target] !== value)
      if (differs)
        throw new Failure(409, messages.replicatesToAtAlready(bucket, destinationBucket, endpoint), {
          detail: messages.targetSettingsAreShared,
        })
      if (existing) return { arn: existing.arn, made: false }
      const arn = await set(
        { bucket },
        {
          ...target,
          sourcebucket: bucket,
          endpoint,
          secure,
          credentials: { accessKey: request.accessKey, secretKey: request.secretKey },
          targetbucket: destinationBucket,
          path: 'auto',
          api: 's3v4',
          type: 'replication',
          ...(request.region && { region: request.region }),
        },
      )
      return { arn, made: true }
    },

    /** Updates a target in place; omitted fields stay, including the secret key. */
    update: async (
      bucket: string,
      arn: string,
      { credentials, syncMode, bandwidth, healthCheckPeriod }: NonNullable<ReplicationChange['target']>,
    ) => {
      const existing = (await list(bucket)).find((one) => one.arn === arn)
      if (!existing) throw new Failure(404, messages.targetOfRuleMissing, { detail: arn })
      const sync = syncMode === undefined ? existing.replicationSync : syncOf(syncMode)
      await set(
        {
          bucket,
          update: 'true',
          sync: 'true',
          bandwidth: 'true',
          healthcheck: 'true',
          ...(credentials && { creds: 'true' }),
        },
        {
          arn,
          sourcebucket: bucket,
          type: 'replication',
          targetbucket: existing.targetbucket,
          endpoint: existing.endpoint,
          secure: existing.secure,
          ...(credentials && {
            ...endpointOf(credentials.targetURL),
            credentials: { accessKey: credentials.accessKey, secretKey: credentials.secretKey },
          }),
          replicationSync: sync,
          bandwidthlimit: sync ? 0 : (bandwidth ?? existing.bandwidthlimit),
          healthCheckDuration:
            healthCheckPeriod === undefined ? existing.healthCheckDuration : healthCheckPeriod * SECOND,
        },
      )
    },

    remove,

    /** Removes a target, unless other rules on the server still need it. */
    dismiss: (bucket: string, arn: string) =>
      remove(bucket, arn).catch((error: unknown) => {
        if (!hasCode(error, 'XMinioAdminRemoteRemoveDisallowed', 'XMinioAdminRemoteTargetNotFoundError')) throw error
      }),
  }
}

const hasZeroTime = ({ lastOnline }: RemoteTarget) => lastOnline.startsWith('0001-')

/** `undefined` if the server has not contacted the target since it started, which it reports as offline. */
export const isTargetOnline = (target: RemoteTarget) =>
  target.isOnline || target.totalDowntime > 0 || target.offlineCount > 0 || !hasZeroTime(target)
    ? target.isOnline
    : undefined

/** The fields of a target that a rule shows. */
export const targetFields = (target: RemoteTarget) => ({
  syncMode: target.replicationSync ? ('sync' as const) : ('async' as const),
  bandwidth: String(target.bandwidthlimit),
  healthCheckPeriod: Math.round(target.healthCheckDuration / SECOND),
  target: {
    endpoint: target.endpoint,
    secure: target.secure,
    accessKey: target.credentials?.accessKey ?? '',
    region: target.region,
    online: isTargetOnline(target),
    lastOnline: hasZeroTime(target) ? '' : target.lastOnline,
  },
})
