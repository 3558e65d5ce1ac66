import { setTimeout as pause } from 'node:timers/promises'
import { type Action, Failure, toRfc3339 } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import { newTagConditions, retentionConditions, tagConditions, versionConditions } from '../backend/condition-values.ts'
import { type S3AdapterContext, accessDenied, retentionError } from 'stowage/server'
import { fallbackOn, hasCode, md5, NOT_OFFERED, type Node, toXml } from 'stowage/engines/s3'
import { bypassGovernanceHeaders, withLockReason, throwSpecificError, type VersionLocation, readInfo } from './info.ts'
import type { ConditionContext } from 'stowage/iam'
import * as messages from '../messages.ts'

/** Time in ms until a retention ends that a server cannot remove. */
const SOON = 2000

/** Ends governance retention on servers that refuse to remove it, VersityGW and SeaweedFS: it is shortened. */
const endRetention = (setTo: (content: Node) => Promise<void>) => async (error: unknown) => {
  if (!hasCode(error, 'InvalidArgument', 'InvalidRequest', 'MalformedXML')) throw error
  const until = new Date(Math.ceil((Date.now() + SOON) / 1000) * 1000)
  await setTo({ Mode: 'GOVERNANCE', RetainUntilDate: toRfc3339(until) }).catch(() => {
    throw error
  })
  await pause(until.getTime() - Date.now() + 1)
}

/** Metadata, tags and locks of object versions (minio-server 5.6). */
export const createObjectSettings = (caller: S3AdapterContext) => {
  const { call, paths, capabilities } = caller

  const readTags = ({ bucket, key, version }: VersionLocation) =>
    capabilities.use('object-tags', bucket, 'read', () => caller.objectTags(bucket, key, version))

  type Change = {
    action: Action
    requestContext?: ConditionContext
    setting: string
    feature: 'object-tags' | 'locks'
    root: string
    node: Node
    headers?: Record<string, string>
  }

  /** Evaluates policy conditions on tags, because the server ignores them here, or evaluates those on the new tags. */
  const assertByTags = async (location: VersionLocation, action: Action, requestContext: ConditionContext = {}) => {
    const rights = await caller.rights()
    if (!rights.dependOnTags()) return
    const tags = await fallbackOn(
      readTags(location),
      ['NoSuchKey', 'NoSuchVersion', 'NoSuchBucket', 'MethodNotAllowed', NOT_OFFERED],
      {},
    )
    const target = {
      bucket: location.bucket,
      key: location.key,
      requestContext: { ...versionConditions(location.version), ...requestContext, ...tagConditions(tags) },
    }
    if (!rights.grants(action, target)) throw accessDenied(action, location)
  }

  const change = async (location: VersionLocation, update: Change) => {
    const { bucket, key, version } = location
    const { setting, feature, root, node, headers } = update
    await assertByTags(location, update.action, update.requestContext)
    const body = toXml(root, node)
    const request = {
      method: 'PUT' as const,
      path: paths.objectPath(bucket, key),
      query: { [setting]: '', versionId: version },
      body,
    }
    const send = () => call({ ...request, headers: { 'content-md5': md5(body), ...headers } })
    await capabilities.use(feature, bucket, 'write', send).catch(throwSpecificError)
  }

  return {
    info: async (bucket, key, version) => {
      const location = { bucket, key, version }
      // for tags, the server returns 404 before it checks permissions; the response for the object itself decides
      const none = ['MethodNotAllowed', 'NoSuchKey', 'NoSuchVersion', 'NoSuchBucket', NOT_OFFERED]
      const [item, newest, tags] = await Promise.all([
        readInfo(caller, location),
        // after a delete marker, no version is the latest
        version && fallbackOn(readInfo(caller, { ...location, version: undefined }), ['NoSuchKey'], undefined),
        fallbackOn(fallbackOn(readTags(location), none, {}), ['AccessDenied'], undefined),
      ])
      const latest = !version || (newest && newest.version_id === item.version_id) || false
      return { ...item, is_latest: latest, ...(tags && { tags }) }
    },

    restore: async (bucket, key, version, days) => {
      const location = { bucket, key, version }
      await assertByTags(location, 's3:RestoreObject')
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
          throw new Failure(400, messages.objectNotInTier, { detail: error.detail })
        if (hasCode(error, 'RestoreAlreadyInProgress', 'RestoreObjectAlreadyInProgress'))
          throw new Failure(409, 'It is already being restored', { detail: error.detail })
        throwSpecificError(error)
      }
    },

    setTags: (bucket, key, version, tags) => {
      const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
      return change(
        { bucket, key, version },
        {
          action: 's3:PutObjectTagging',
          requestContext: newTagConditions(tags),
          setting: 'tagging',
          feature: 'object-tags',
          root: 'Tagging',
          node: { TagSet: { Tag } },
        },
      )
    },

    setLegalHold: (bucket, key, version, target) =>
      change(
        { bucket, key, version },
        {
          action: 's3:PutObjectLegalHold',
          setting: 'legal-hold',
          feature: 'locks',
          root: 'LegalHold',
          node: { Status: target ? 'ON' : 'OFF' },
        },
      ),

    setRetention: async (bucket, key, version, retention, governance) => {
      const location = { bucket, key, version }
      const node: Node = retention
        ? { Mode: retention.mode.toUpperCase(), RetainUntilDate: retention.until.toISOString() }
        : {}
      const headers = governance === 'bypassed' ? bypassGovernanceHeaders : {}
      const [action, requestContext] = ['s3:PutObjectRetention' as const, retentionConditions(retention)]
      const target = { bucket, key, requestContext: { ...versionConditions(version), ...requestContext } }
      // with the bypass, the server lets almost anyone set or remove a retention
      if (governance === 'bypassed') {
        await caller.assertGranted(action, target)
        await caller.assertGranted('s3:BypassGovernanceRetention', target)
      }
      const setTo = (content: Node) =>
        change(location, {
          action,
          requestContext,
          setting: 'retention',
          feature: 'locks',
          root: 'Retention',
          node: content,
          headers,
        })
      const set = retention ? setTo(node) : setTo(node).catch(endRetention(setTo))
      await withLockReason(caller, location, retentionError, set).catch(async (error: unknown) => {
        // the server reveals missing and locked objects before it checks permissions
        await caller.assertGranted(action, target)
        throw error
      })
    },
  } satisfies Partial<ObjectsBackend>
}
