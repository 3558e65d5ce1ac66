import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import type { BucketsBackend } from '../backend.ts'
import type { Access, Encryption, Quota, Retention } from '../contract.ts'
import { accessRules, anonymousAccess, assertRule, publicPolicy, readAnonymous, withRule, writeAnonymous } from '../adapters/anonymous.ts'
import { parseAnswer } from '../../../engines/minio/admin.ts'
import { type Caller, hasCode, unless } from '../../../engines/minio/caller.ts'
import { bucketPath } from '../../../engines/minio/paths.ts'
import { createSubResources } from '../../../engines/minio/sub-resources.ts'
import { fromXml } from '../../../engines/minio/xml.ts'

const Versioning = v.union([v.object({ Status: v.optional(v.string()) }), v.literal('')])

const Lock = v.object({
  Rule: v.optional(
    v.object({
      DefaultRetention: v.object({
        Mode: v.picklist(['COMPLIANCE', 'GOVERNANCE']),
        Days: v.optional(v.pipe(v.string(), v.transform(Number))),
        Years: v.optional(v.pipe(v.string(), v.transform(Number))),
      }),
    }),
  ),
})

const StoredEncryption = v.object({
  Rule: v.object({
    ApplyServerSideEncryptionByDefault: v.object({
      SSEAlgorithm: v.picklist(['AES256', 'aws:kms']),
      KMSMasterKeyID: v.optional(v.string(), ''),
    }),
  }),
})

const NO_ENCRYPTION = 'ServerSideEncryptionConfigurationNotFoundError'

const NO_LOCK = 'ObjectLockConfigurationNotFoundError'

/** A bucket's versioning, object lock, default retention, quota, encryption and access for everyone (minio-server 3.12, 3.13). */
export const createBucketSettings = (caller: Caller) => {
  const { client, admin, keys } = caller
  const { read, write, clear } = createSubResources(caller)

  /** The policy for everyone; nothing where there is none. */
  const policyOf = (bucket: string) => unless(read(bucket, 'policy'), ['NoSuchBucketPolicy'], undefined)

  const setPolicy = async (bucket: string, body: string | undefined) => {
    if (body === undefined) return clear(bucket, 'policy')
    await client.call({ method: 'PUT', path: bucketPath(bucket), query: { policy: '' }, body }, keys)
  }

  const versioning = async (bucket: string) => {
    const status = parseAnswer(Versioning, fromXml(await read(bucket, 'versioning'), 'VersioningConfiguration'))
    return status !== '' && status.Status === 'Enabled'
  }

  /** The server says "no lock" of a bucket that does not exist, too. */
  const lock = async (bucket: string) => {
    const xml = await unless(read(bucket, 'object-lock'), [NO_LOCK], undefined)
    if (xml !== undefined) return parseAnswer(Lock, fromXml(xml, 'ObjectLockConfiguration'))
    await unless(read(bucket, 'versioning'), ['AccessDenied'], undefined)
    return undefined
  }

  return {
    versioning,

    setVersioning: async (bucket, on) => {
      await write(bucket, 'versioning', 'VersioningConfiguration', { Status: on ? 'Enabled' : 'Suspended' })
    },

    locking: async (bucket) => (await lock(bucket)) !== undefined,

    retention: async (bucket): Promise<Retention> => {
      const rule = (await lock(bucket))?.Rule?.DefaultRetention
      if (!rule) return {}
      const mode = rule.Mode === 'COMPLIANCE' ? 'compliance' : 'governance'
      return rule.Years === undefined
        ? { mode, unit: 'days', validity: rule.Days ?? 0 }
        : { mode, unit: 'years', validity: rule.Years }
    },

    setRetention: async (bucket, retention) => {
      const rule = retention && {
        Mode: retention.mode.toUpperCase(),
        [retention.unit === 'days' ? 'Days' : 'Years']: retention.validity,
      }
      await write(bucket, 'object-lock', 'ObjectLockConfiguration', {
        ObjectLockEnabled: 'Enabled',
        Rule: rule && { DefaultRetention: rule },
      })
    },

    quota: async (bucket): Promise<Quota> => {
      const Stored = v.object({ quota: v.optional(v.number(), 0), size: v.optional(v.number(), 0) })
      return toQuota(await admin.read(Stored, { method: 'GET', name: 'get-bucket-quota', needs: 'admin:GetBucketQuota', query: { bucket } })) ?? {}
    },

    // a quota of 0 is none
    setQuota: (bucket, amount = 0) =>
      admin.send({
        method: 'PUT',
        name: 'set-bucket-quota',
        needs: 'admin:SetBucketQuota',
        query: { bucket },
        plain: { quota: amount, size: amount, quotatype: 'hard' },
      }),

    encryption: async (bucket): Promise<Encryption | undefined> => {
      const xml = await unless(read(bucket, 'encryption'), [NO_ENCRYPTION], undefined)
      if (xml === undefined) return undefined
      const { Rule } = parseAnswer(StoredEncryption, fromXml(xml, 'ServerSideEncryptionConfiguration'))
      const { SSEAlgorithm, KMSMasterKeyID } = Rule.ApplyServerSideEncryptionByDefault
      return { algorithm: SSEAlgorithm, kmsMasterKeyID: KMSMasterKeyID.replace(/^arn:aws:kms:/, '') }
    },

    setEncryption: async (bucket, encryption) => {
      if (!encryption) return clear(bucket, 'encryption')
      const { algorithm, kmsMasterKeyID } = encryption
      try {
        await write(bucket, 'encryption', 'ServerSideEncryptionConfiguration', {
          Rule: {
            ApplyServerSideEncryptionByDefault: {
              SSEAlgorithm: algorithm,
              KMSMasterKeyID: algorithm === 'aws:kms' ? kmsMasterKeyID : undefined,
            },
          },
        })
      } catch (error) {
        if (hasCode(error, 'NotImplemented'))
          throw new Failure(501, 'The storage server has no key management (KMS), so it cannot encrypt', error.detail)
        if (hasCode(error, 'KMS.NotFoundException', 'kms:KeyNotFound', 'XMinioKMSKeyNotFound'))
          throw new Failure(400, `The storage server has no key "${kmsMasterKeyID}"`, error.detail)
        throw error
      }
    },

    access: async (bucket): Promise<Access> => anonymousAccess(bucket, await policyOf(bucket)),

    setAccess: (bucket, access) => setPolicy(bucket, access === 'PUBLIC' ? publicPolicy(bucket) : undefined),

    accessRules: async (bucket) => accessRules(bucket, readAnonymous(await policyOf(bucket))),

    setAccessRule: async (bucket, { prefix, access }) =>
      setPolicy(bucket, writeAnonymous(withRule(bucket, readAnonymous(await policyOf(bucket)), prefix, access))),

    removeAccessRule: async (bucket, prefix) => {
      const policy = readAnonymous(await policyOf(bucket))
      assertRule(bucket, policy, prefix)
      await setPolicy(bucket, writeAnonymous(withRule(bucket, policy, prefix)))
    },
  } satisfies Partial<BucketsBackend> & Record<string, unknown>
}

/** A quota as the server keeps it: the size counts where it is given. */
export const toQuota = ({ quota, size }: { quota: number; size: number }): Quota | undefined =>
  quota || size ? { quota: size || quota, type: 'hard' } : undefined

export type BucketSettings = ReturnType<typeof createBucketSettings>
