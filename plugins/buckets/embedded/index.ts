import * as v from 'valibot'
import { type Action, Failure, toRfc3339 } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import { type AccessRule, type Bucket, BucketName, canManage, type NewBucket, type UserAccess } from '../contract.ts'
import {
  bucketAccessOf,
  mentionsBucket,
  isVisible,
  isGrantedInBucket,
  namedBuckets,
  type PolicyDocument,
} from 'stowage/iam'
import { anonymousAccess, publicPolicy, readRules, withRule } from '../backend/anonymous.ts'
import {
  afterPrefix,
  type BucketRecord,
  type Caller,
  conditionContextOf,
  type Index,
  objectKey,
} from 'stowage/engines/embedded'
import { createEvents } from './events.ts'
import { createCors } from './cors.ts'
import { createDocuments } from './documents.ts'
import { createKeys } from './keys.ts'
import { createLifecycle } from './lifecycle.ts'
import { createReplication } from './replication.ts'
import { type EmbeddedCalls, type EmbeddedAdapterContext, filterInSlices, createTimeSlice } from 'stowage/server'
import * as messages from '../messages.ts'

const statuses = { off: 'Off', enabled: 'Enabled', suspended: 'Suspended' } as const

const quotaOf = ({ quota }: BucketRecord) => (quota === undefined ? {} : { quota, type: 'hard' as const })

const accessOf = ({ evaluators }: Caller, { name }: BucketRecord) => ({
  read: (['s3:ListBucket', 's3:GetBucketLocation', 's3:GetObject'] as const).some((action) =>
    isVisible(evaluators, name, action),
  ),
  write: isVisible(evaluators, name, 's3:PutObject'),
})

/** Whether the account may use the bucket as a whole. If not, it learns only the name, as in MinIO. */
const mayUseBucket = ({ permissions }: Caller, { name: bucket }: BucketRecord) =>
  (['s3:ListBucket', 's3:GetBucketLocation', 's3:PutObject'] as const).some((action) =>
    permissions.may(action, { bucket }),
  )

/** Permissions of the account besides reading and writing objects. */
const managementOf = ({ evaluators }: Caller, { name }: BucketRecord) => {
  const isAllowed = (action: Action) => isGrantedInBucket(evaluators, name, action)
  return { manage: canManage(isAllowed), delete: isAllowed('s3:DeleteBucket') }
}

/** Whether the policies name the bucket and grant something on the bucket as a whole. */
const isNamedInPolicies = ({ evaluators }: Caller, names: ReadonlySet<string>, { name }: BucketRecord) =>
  names.has(name) && canManage((action) => action.startsWith('s3:') && isGrantedInBucket(evaluators, name, action))

const toBucket = (index: Index, bucket: BucketRecord, rw_access: { read: boolean; write: boolean }): Bucket => {
  const { size, objects, versions } = index.usageOf(bucket)
  const { quota } = quotaOf(bucket)
  return {
    name: bucket.name,
    creation_date: toRfc3339(bucket.created),
    size,
    objects,
    versions,
    rw_access,
    details: {
      versioning: bucket.versioning === 'enabled',
      versioningSuspended: bucket.versioning === 'suspended',
      locking: bucket.locking,
      ...(quota !== undefined && { quota: quotaOf(bucket) }),
    },
  }
}

const assertAllowed = (caller: Caller, { name: bucket, versioning, locking, quota, retention }: NewBucket) => {
  caller.assert('s3:CreateBucket', { bucket })
  if (locking || retention) caller.assert('s3:PutBucketObjectLockConfiguration', { bucket })
  if (versioning || locking || retention) caller.assert('s3:PutBucketVersioning', { bucket })
  if (quota?.enabled) caller.assert('admin:SetBucketQuota')
}

const assertName = (name: string) => {
  const { issues } = v.safeParse(BucketName, name)
  if (issues) throw new Failure(400, issues[0].message)
}

/** IDs are never reused, so that no data of an old bucket can appear in a new one. */
const nextId = (index: Index) => {
  const id = (index.counters.get('bucket') ?? 0) + 1
  void index.counters.put('bucket', id)
  return id
}

const isEmpty = (index: Index, { id }: BucketRecord) => {
  const range = { start: objectKey(id, ''), end: afterPrefix(id, ''), limit: 1 }
  return index.objects.getKeysCount(range) + index.versions.getKeysCount(range) === 0
}

type BucketChange = { [Field in keyof BucketRecord]: BucketRecord[Field] | undefined }

export { background } from './expiry.ts'

/** How calls appear in Trace and in the audit log. */
export const calls: EmbeddedCalls<BucketsBackend> = {
  names: {
    list: 's3.ListBuckets',
    countedAt: 'admin.DataUsageInfo',
    distribution: 'admin.DataUsageInfo',
    add: 's3.PutBucket',
    remove: 's3.DeleteBucket',
    access: 's3.GetBucketPolicy',
    details: 's3.GetBucketTagging',
    setTags: 's3.PutBucketTagging',
    policyText: 's3.GetBucketPolicy',
    setPolicyText: 's3.PutBucketPolicy',
    setAccess: 's3.PutBucketPolicy',
    versioning: 's3.GetBucketVersioning',
    setVersioning: 's3.PutBucketVersioning',
    setExclusions: 's3.PutBucketVersioning',
    locking: 's3.GetBucketObjectLockConfig',
    retention: 's3.GetBucketObjectLockConfig',
    setRetention: 's3.PutBucketObjectLockConfig',
    quota: 'admin.GetBucketQuotaConfig',
    setQuota: 'admin.PutBucketQuotaConfig',
    encryption: 's3.GetBucketEncryption',
    setEncryption: 's3.PutBucketEncryption',
    cors: 's3.GetBucketCors',
    setCors: 's3.PutBucketCors',
    kmsStatus: 'admin.KMSStatus',
    kmsKey: 'admin.KMSKeyStatus',
    makeKmsKey: 'admin.KMSCreateKey',
    lifecycle: 's3.GetBucketLifecycle',
    addLifecycleRule: 's3.PutBucketLifecycle',
    setLifecycleRule: 's3.PutBucketLifecycle',
    removeLifecycleRule: 's3.PutBucketLifecycle',
    previewLifecycle: 's3.ListObjectVersions',
    reclaimable: 's3.ListObjectVersions',
    tiers: 'admin.ListTier',
    events: 's3.GetBucketNotification',
    addEvent: 's3.PutBucketNotification',
    removeEvents: 's3.PutBucketNotification',
    arns: 'admin.ServerInfo',
    accessRules: 's3.GetBucketPolicy',
    setAccessRule: 's3.PutBucketPolicy',
    removeAccessRule: 's3.PutBucketPolicy',
    policies: 'admin.ListBucketPolicies',
    usersWithAccess: 'admin.ListBucketUsers',
    replication: 's3.GetBucketReplicationConfig',
    isSiteReplicated: 'admin.SiteReplicationInfo',
    replicate: 's3.PutBucketReplicationConfig',
    setReplicationRule: 's3.PutBucketReplicationConfig',
    removeReplicationRule: 's3.PutBucketReplicationConfig',
    removeReplication: 's3.DeleteBucketReplicationConfig',
    replicationStatus: 's3.GetBucketReplicationMetrics',
    checkReplication: 's3.ValidateBucketReplicationCreds',
    resync: 's3.ResetBucketReplicationStart',
    unreplicated: 'admin.ReplicationDiff',
    externalBuckets: 'admin.ListRemoteTargets',
    testTarget: 'admin.ListRemoteTargets',
  },
  about: (bucket) => ({ path: `/${typeof bucket === 'object' ? (bucket as NewBucket).name : (bucket ?? '')}` }),
}

export default function createBuckets({ authenticate }: EmbeddedAdapterContext): BucketsBackend {
  const findBucket = (name: string, action: string) => {
    const { index, caller } = authenticate()
    caller.assert(action, { bucket: name })
    return index.bucket(name)
  }

  const may = (name: string, action: Action) => authenticate().caller.permissions.may(action, { bucket: name })

  /** Changes a bucket in one transaction; properties set to `undefined` are deleted. */
  const change = async (name: string, action: Action, next: (bucket: BucketRecord) => BucketChange) => {
    const { index, caller } = authenticate()
    caller.assert(action, action.startsWith('s3:') ? { bucket: name } : undefined)
    await index.write(() => {
      const changed = Object.entries(next(index.bucket(name))).filter(([, value]) => value !== undefined)
      void index.buckets.put(name, Object.fromEntries(changed) as object as BucketRecord)
    })
  }

  const changeRule = async (name: string, prefix: string, access?: AccessRule['access']) => {
    findBucket(name, 's3:GetBucketPolicy')
    await change(name, 's3:PutBucketPolicy', (bucket) => {
      const policy = withRule(name, bucket.policy, prefix, access)
      if (policy === undefined) findBucket(name, 's3:DeleteBucketPolicy')
      return { ...bucket, policy }
    })
  }

  return {
    list: async () => {
      const { index, caller } = authenticate()
      const [buckets, yieldIfDue]: [Bucket[], () => Promise<void>] = [[], createTimeSlice()]
      const names = new Set(namedBuckets(caller.evaluators))
      for (const bucket of Array.from(index.buckets.getRange(), ({ value }) => value)) {
        await yieldIfDue()
        const access = accessOf(caller, bucket)
        if (!access.read && !access.write && !isNamedInPolicies(caller, names, bucket)) continue
        const listed = mayUseBucket(caller, bucket)
          ? toBucket(index, bucket, access)
          : { name: bucket.name, creation_date: '', rw_access: access }
        buckets.push({ ...listed, permissions: managementOf(caller, bucket) })
      }
      return buckets
    },

    countedAt: async () => {
      authenticate().caller.assert('admin:DataUsageInfo')
      // usage is updated with every change
      return Date.now()
    },

    add: async (bucket) => {
      const { index, caller } = authenticate()
      const { name, versioning, retention, quota } = bucket
      assertAllowed(caller, bucket)
      assertName(name)
      if (quota?.enabled && quota.quota_type === 'fifo') throw new Failure(400, 'Only hard quotas are supported')
      const locking = bucket.locking || retention !== undefined
      await index.write(() => {
        if (index.buckets.get(name))
          throw new Failure(409, messages.bucketExists, { detail: `There is a bucket "${name}"` })
        const id = nextId(index)
        void index.buckets.put(name, {
          id,
          name,
          created: Date.now(),
          versioning: versioning || locking ? 'enabled' : 'off',
          locking,
          ...(retention && { retention }),
          ...(quota?.enabled && { quota: quota.amount }),
        })
        void index.usage.put(id, { size: 0, objects: 0, versions: 0 })
      })
    },

    remove: async (name) => {
      const { index, caller } = authenticate()
      caller.assert('s3:DeleteBucket', { bucket: name })
      await index.writeAnyway(() => {
        const bucket = index.bucket(name)
        if (!isEmpty(index, bucket)) throw new Failure(409, messages.bucketNotEmpty)
        void index.buckets.remove(name)
        void index.usage.remove(bucket.id)
      })
    },

    ...createDocuments({
      see: findBucket,
      may,
      countUploads: ({ id }) =>
        authenticate().index.uploads.getKeysCount({ start: objectKey(id, ''), end: afterPrefix(id, '') }),
      change,
    }),

    access: async (name) => anonymousAccess(name, findBucket(name, 's3:GetBucketPolicy').policy),

    setAccess: async (name, access) =>
      change(name, access === 'PUBLIC' ? 's3:PutBucketPolicy' : 's3:DeleteBucketPolicy', (bucket) => ({
        ...bucket,
        policy: access === 'PUBLIC' ? publicPolicy(name) : undefined,
      })),

    versioning: async (name) => {
      const { versioning } = findBucket(name, 's3:GetBucketVersioning')
      return { status: statuses[versioning], excludedPrefixes: [], excludeFolders: false }
    },
    setVersioning: async (name, on) => {
      findBucket(name, 's3:GetBucketVersioning')
      await change(name, 's3:PutBucketVersioning', (bucket) => {
        if (!on && bucket.locking) throw new Failure(409, messages.versioningRequiredByLock)
        return { ...bucket, versioning: on ? 'enabled' : 'suspended' }
      })
    },

    locking: async (name) => findBucket(name, 's3:GetBucketObjectLockConfiguration').locking,
    retention: async (name) => findBucket(name, 's3:GetBucketObjectLockConfiguration').retention ?? {},
    setRetention: (name, retention) =>
      change(name, 's3:PutBucketObjectLockConfiguration', (bucket) => {
        if (!bucket.locking) throw new Failure(409, messages.retentionRequiresObjectLocking)
        return { ...bucket, retention }
      }),

    quota: async (name) => quotaOf(findBucket(name, 'admin:GetBucketQuota')),
    setQuota: async (name, quota) => {
      findBucket(name, 'admin:GetBucketQuota')
      await change(name, 'admin:SetBucketQuota', (bucket) => ({ ...bucket, quota }))
    },

    encryption: async (name) =>
      findBucket(name, 's3:GetEncryptionConfiguration').encrypted && { algorithm: 'AES256', kmsMasterKeyID: '' },
    setEncryption: async (name, encryption) => {
      if (encryption?.algorithm === 'aws:kms') throw new Failure(501, messages.noKms)
      findBucket(name, 's3:PutEncryptionConfiguration')
      const { index, vault } = authenticate()
      if (encryption && !index.counters.get('encryption key')) await vault.makeKey()
      await change(name, 's3:PutEncryptionConfiguration', (bucket) => {
        if (encryption) void index.counters.put('encryption key', 1)
        return { ...bucket, encrypted: encryption && true }
      })
    },

    ...createEvents({ authenticate, findBucket, change }),
    ...createCors({ see: findBucket }),
    ...createKeys({ authenticate }),
    ...createLifecycle({ authenticate, see: findBucket, change }),
    ...createReplication({ authenticate, see: findBucket }),

    accessRules: async (name) => readRules(name, findBucket(name, 's3:GetBucketPolicy').policy),
    setAccessRule: (name, { prefix, access }) => changeRule(name, prefix, access),
    removeAccessRule: (name, prefix) => changeRule(name, prefix),

    policies: async (name) => {
      const { index, caller } = authenticate()
      caller.assert('admin:ListUserPolicies')
      index.bucket(name)
      return filterInSlices(index.allPolicies(), ({ policy }) =>
        mentionsBucket(JSON.parse(policy) as PolicyDocument, name),
      )
    },

    usersWithAccess: async (name) => {
      const { index, caller } = authenticate()
      for (const action of ['admin:ListUsers', 'admin:ListUserPolicies', 'admin:GetGroup']) caller.assert(action)
      index.bucket(name)
      const accessList: UserAccess[] = []
      const yieldIfDue = createTimeSlice()
      for (const { key, value } of [...index.users.getRange()]) {
        const access =
          value.status === 'enabled' && bucketAccessOf(index.attachedTo(value), conditionContextOf(key, value), name)
        if (access) accessList.push({ user: key, ...access })
        await yieldIfDue()
      }
      return accessList
    },
  }
}
