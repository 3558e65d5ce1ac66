import * as v from 'valibot'
import { type Action, Failure } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import { ofNewTags, ofRetention, ofTags, ofVersion } from '../backend/condition-values.ts'
import { type S3AdapterContext, accessDenied, retentionError } from 'stowage/server'
import { NOT_OFFERED, fromXml, hasCode, md5, type Node, parseResponse, toXml, fallbackOn } from 'stowage/engines/s3'
import { bypassing, despiteLock, explained, type VersionLocation, readInfo } from './info.ts'
import type { ConditionContext } from 'stowage/iam'
import * as messages from '../messages.ts'

const Tagging = v.object({
  TagSet: v.union([
    v.literal(''),
    v.object({ Tag: v.array(v.object({ Key: v.string(), Value: v.optional(v.string(), '') })) }),
  ]),
})

/** Metadata, tags and locks of object versions (minio-server 5.6). */
export const createObjectSettings = (caller: S3AdapterContext) => {
  const { call, paths, capabilities } = caller

  const readTags = async (place: VersionLocation) =>
    capabilities.use('object-tags', place.bucket, 'read', () => requestTags(place))

  const requestTags = async ({ bucket, key, version }: VersionLocation) => {
    const query = { tagging: '', versionId: version }
    const answer = await call({ method: 'GET', path: paths.objectPath(bucket, key), query })
    const { TagSet } = parseResponse(Tagging, fromXml(answer.body.toString(), 'Tagging'))
    return Object.fromEntries(TagSet === '' ? [] : TagSet.Tag.map(({ Key, Value }) => [Key, Value]))
  }

  type Change = {
    action: Action
    known?: ConditionContext
    setting: string
    feature: 'object-tags' | 'locks'
    root: string
    node: Node
    headers?: Record<string, string>
  }

  /** Evaluates policy conditions on tags, because the server ignores them here, or evaluates those on the new tags. */
  const assertByTags = async (place: VersionLocation, action: Action, known: ConditionContext = {}) => {
    const rights = await caller.rights()
    if (!rights.dependOnTags()) return
    const tags = await fallbackOn(
      readTags(place),
      ['NoSuchKey', 'NoSuchVersion', 'NoSuchBucket', 'MethodNotAllowed', NOT_OFFERED],
      {},
    )
    const on = {
      bucket: place.bucket,
      key: place.key,
      known: { ...ofVersion(place.version), ...known, ...ofTags(tags) },
    }
    if (!rights.grants(action, on)) throw accessDenied(action, place)
  }

  const change = async (place: VersionLocation, wanted: Change) => {
    const { bucket, key, version } = place
    const { setting, feature, root, node, headers } = wanted
    await assertByTags(place, wanted.action, wanted.known)
    const body = toXml(root, node)
    const request = {
      method: 'PUT' as const,
      path: paths.objectPath(bucket, key),
      query: { [setting]: '', versionId: version },
      body,
    }
    const send = () => call({ ...request, headers: { 'content-md5': md5(body), ...headers } })
    await capabilities.use(feature, bucket, 'write', send).catch(explained)
  }

  return {
    info: async (bucket, key, version) => {
      const place = { bucket, key, version }
      // for tags, the server returns 404 before it checks permissions; the response for the object itself decides
      const unseen = ['AccessDenied', 'MethodNotAllowed', 'NoSuchKey', 'NoSuchVersion', 'NoSuchBucket', NOT_OFFERED]
      const [item, newest, tags] = await Promise.all([
        readInfo(caller, place),
        // after a delete marker, no version is the latest
        version && fallbackOn(readInfo(caller, { ...place, version: undefined }), ['NoSuchKey'], undefined),
        fallbackOn(readTags(place), unseen, undefined),
      ])
      const latest = !version || (newest && newest.version_id === item.version_id) || false
      return { ...item, is_latest: latest, ...(tags && { tags }) }
    },

    restore: async (bucket, key, version, days) => {
      const place = { bucket, key, version }
      await assertByTags(place, 's3:RestoreObject')
      const body = toXml('RestoreRequest', { Days: String(days) })
      const request = {
        method: 'POST' as const,
        path: paths.objectPath(bucket, key),
        query: { restore: '', versionId: version },
        body,
      }
      try {
        await call({ ...request, headers: { 'content-md5': md5(body) } })
      } catch (error) {
        if (hasCode(error, 'InvalidObjectState'))
          throw new Failure(400, messages.objectIsNotInTier, { detail: error.detail })
        if (hasCode(error, 'RestoreAlreadyInProgress', 'RestoreObjectAlreadyInProgress'))
          throw new Failure(409, 'It is already being restored', { detail: error.detail })
        explained(error)
      }
    },

    setTags: (bucket, key, version, tags) => {
      const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
      return change(
        { bucket, key, version },
        {
          action: 's3:PutObjectTagging',
          known: ofNewTags(tags),
          setting: 'tagging',
          feature: 'object-tags',
          root: 'Tagging',
          node: { TagSet: { Tag } },
        },
      )
    },

    setLegalHold: (bucket, key, version, on) =>
      change(
        { bucket, key, version },
        {
          action: 's3:PutObjectLegalHold',
          setting: 'legal-hold',
          feature: 'locks',
          root: 'LegalHold',
          node: { Status: on ? 'ON' : 'OFF' },
        },
      ),

    setRetention: async (bucket, key, version, retention, governance) => {
      const place = { bucket, key, version }
      const node: Node = retention
        ? { Mode: retention.mode.toUpperCase(), RetainUntilDate: retention.until.toISOString() }
        : {}
      const headers = governance === 'bypassed' ? bypassing : {}
      const [action, known] = ['s3:PutObjectRetention' as const, ofRetention(retention)]
      const on = { bucket, key, known: { ...ofVersion(version), ...known } }
      // with the bypass, the server lets almost anyone set or remove a retention
      if (governance === 'bypassed') {
        await caller.assertGranted(action, on)
        await caller.assertGranted('s3:BypassGovernanceRetention', on)
      }
      const set = change(place, {
        action,
        known,
        setting: 'retention',
        feature: 'locks',
        root: 'Retention',
        node,
        headers,
      })
      await despiteLock(caller, place, retentionError, set).catch(async (error: unknown) => {
        // the server reveals missing and locked objects before it checks permissions
        await caller.assertGranted(action, on)
        throw error
      })
    },
  } satisfies Partial<ObjectsBackend>
}
