import * as v from 'valibot'
import { Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { Access, Encryption, Retention, Versioning } from '../contract.ts'
import { anonymousAccess, publicPolicy, readRules, withRule } from '../backend/anonymous.ts'
import { createDocuments, sortPolicyLists } from './documents.ts'
import {
  wrapElement,
  element,
  elementsIn,
  fromXml,
  hasCode,
  NO_LOCK,
  NOT_OFFERED,
  parseResponse,
  rewriteElements,
  unescape,
  fallbackOn,
} from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'
import { childrenOf } from './xml.ts'

const toVersioning = (xml: string): Versioning => {
  const parts = childrenOf(xml)
  const texts = (name: string, within = parts) =>
    within.filter((part) => part.name === name).map(({ inner }) => unescape(inner).trim())
  const [status] = texts('Status')
  return {
    status: status === 'Enabled' || status === 'Suspended' ? status : 'Off',
    excludedPrefixes: parts
      .filter(({ name }) => name === 'ExcludedPrefixes')
      .flatMap(({ inner }) => texts('Prefix', elementsIn(inner))),
    excludeFolders: texts('ExcludeFolders')[0] === 'true',
  }
}

/** The document with another status. Exclusions are dropped unless versioning is enabled; the rest stays. */
const withStatus = (xml: string, on: boolean) =>
  rewriteElements(xml, (root) => {
    const cleaned = rewriteElements(root.inner, (part) =>
      part.name === 'Status' || (!on && part.name === 'ExcludedPrefixes') ? '' : part.text,
    )
    return wrapElement(root, element('Status', on ? 'Enabled' : 'Suspended') + cleaned)
  })

const Lock = v.object({
  // some servers write empty elements for a bucket without a default retention
  Rule: v.optional(
    v.union([
      v.object({
        DefaultRetention: v.object({
          Mode: v.picklist(['COMPLIANCE', 'GOVERNANCE']),
          Days: v.optional(v.pipe(v.string(), v.transform(Number))),
          Years: v.optional(v.pipe(v.string(), v.transform(Number))),
        }),
      }),
      v.pipe(
        v.union([v.literal(''), v.object({ DefaultRetention: v.optional(v.literal('')) })]),
        v.transform(() => undefined),
      ),
    ]),
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

/**
 * Versioning, object lock, default retention, encryption and anonymous access of a bucket (minio-server 3.12,
 * 3.13).
 */
export const createBucketSettings = (caller: S3AdapterContext) => {
  const { read, put, write, clear, edit } = caller.subResources

  const { policyText: policyOf } = createDocuments(caller)

  const editPolicy = (bucket: string, next: (text: string | undefined) => string | undefined) =>
    edit(bucket, 'policy', { get: () => policyOf(bucket), next, sense: sortPolicyLists })

  const versioning = async (bucket: string) => toVersioning(await read(bucket, 'versioning'))

  /** The server also answers "no lock" for a bucket that does not exist. */
  const lock = async (bucket: string) => {
    const xml = await fallbackOn(read(bucket, 'object-lock'), NO_LOCK, undefined)
    if (xml !== undefined) return parseResponse(Lock, fromXml(xml, 'ObjectLockConfiguration'))
    await fallbackOn(read(bucket, 'versioning'), ['AccessDenied', NOT_OFFERED], undefined)
    return undefined
  }

  return {
    versioning,

    setVersioning: (bucket, on, exclusions = 'preserved') =>
      edit(bucket, 'versioning', {
        get: () => read(bucket, 'versioning'),
        next: (xml = '') => {
          const { excludedPrefixes } = toVersioning(xml)
          if (!on && exclusions === 'preserved' && excludedPrefixes.length > 0)
            throw new Failure(409, messages.confirmForgetExclusions, {
              detail: messages.exclusionsOnlyWhileVersioned(excludedPrefixes.join(', ')),
            })
          return withStatus(xml, on)
        },
      }),

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
      const document = { ObjectLockEnabled: 'Enabled', Rule: rule && { DefaultRetention: rule } }
      await write(bucket, 'object-lock', 'ObjectLockConfiguration', document).catch((error: unknown) => {
        if (hasCode(error, ...NO_LOCK)) throw new Failure(409, error.message, { detail: error.detail })
        throw error
      })
    },

    encryption: async (bucket): Promise<Encryption | undefined> => {
      const xml = await fallbackOn(read(bucket, 'encryption'), [NO_ENCRYPTION], undefined)
      if (xml === undefined) return undefined
      const { Rule } = parseResponse(StoredEncryption, fromXml(xml, 'ServerSideEncryptionConfiguration'))
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
          throw new Failure(501, messages.kmsMissing, {
            code: error.code,
            detail: error.detail,
          })
        if (hasCode(error, 'KMS.NotFoundException', 'kms:KeyNotFound', 'XMinioKMSKeyNotFound'))
          throw new Failure(400, messages.kmsKeyMissing(kmsMasterKeyID), { detail: error.detail })
        throw error
      }
    },

    access: async (bucket): Promise<Access> => anonymousAccess(bucket, await policyOf(bucket)),

    // replaces the whole policy, if there is one
    setAccess: (bucket, access) =>
      access === 'PUBLIC' ? put(bucket, 'policy', publicPolicy(bucket)) : clear(bucket, 'policy'),

    accessRules: async (bucket) => readRules(bucket, await policyOf(bucket)),
    setAccessRule: (bucket, { prefix, access }) => editPolicy(bucket, (text) => withRule(bucket, text, prefix, access)),

    removeAccessRule: async (bucket, prefix) => {
      // removing the last rule deletes the policy, for which the server does not check this permission
      await caller.assertGranted('s3:PutBucketPolicy', { bucket })
      await editPolicy(bucket, (text) => withRule(bucket, text, prefix))
    },
  } satisfies Partial<BucketsBackend> & Record<string, unknown>
}
