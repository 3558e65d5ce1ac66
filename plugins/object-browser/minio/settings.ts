import * as v from 'valibot'
import type { ObjectsBackend } from '../backend.ts'
import { retained } from '../../../engines/lock.ts'
import { parseAnswer } from '../../../engines/minio/admin.ts'
import { type Caller, unless } from '../../../engines/minio/caller.ts'
import { bypassing, despiteLock, explained, type Place, readInfo } from './info.ts'
import { objectPath } from '../../../engines/minio/paths.ts'
import { md5 } from '../../../engines/minio/sign.ts'
import { fromXml, type Node, toXml } from '../../../engines/minio/xml.ts'

const Tagging = v.object({
  TagSet: v.union([
    v.literal(''),
    v.object({ Tag: v.array(v.object({ Key: v.string(), Value: v.optional(v.string(), '') })) }),
  ]),
})

/** What is said of an object's versions, and what keeps them (minio-server 5.6). */
export const createObjectSettings = (caller: Caller) => {
  const { client, keys } = caller

  const readTags = async ({ bucket, key, version }: Place) => {
    const query = { tagging: '', versionId: version }
    const answer = await client.call({ method: 'GET', path: objectPath(bucket, key), query }, keys)
    const { TagSet } = parseAnswer(Tagging, fromXml(answer.body.toString(), 'Tagging'))
    return Object.fromEntries(TagSet === '' ? [] : TagSet.Tag.map(({ Key, Value }) => [Key, Value]))
  }

  type Change = { setting: string; root: string; node: Node; headers?: Record<string, string> }

  const change = async ({ bucket, key, version }: Place, { setting, root, node, headers }: Change) => {
    const body = toXml(root, node)
    const request = { method: 'PUT' as const, path: objectPath(bucket, key), query: { [setting]: '', versionId: version }, body }
    await client.call({ ...request, headers: { 'content-md5': md5(body), ...headers } }, keys).catch(explained)
  }

  return {
    info: async (bucket, key, version) => {
      const place = { bucket, key, version }
      const unseen = ['AccessDenied', 'MethodNotAllowed', 'NoSuchKey', 'NoSuchVersion']
      const [item, newest, tags] = await Promise.all([
        readInfo(caller, place),
        // behind a delete marker no version is the latest
        version && unless(readInfo(caller, { ...place, version: undefined }), ['NoSuchKey'], undefined),
        unless(readTags(place), unseen, undefined),
      ])
      const latest = !version || (newest && newest.version_id === item.version_id) || false
      return { ...item, is_latest: latest, ...(tags && { tags }) }
    },

    setTags: (bucket, key, version, tags) => {
      const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
      return change({ bucket, key, version }, { setting: 'tagging', root: 'Tagging', node: { TagSet: { Tag } } })
    },

    setLegalHold: (bucket, key, version, on) =>
      change({ bucket, key, version }, { setting: 'legal-hold', root: 'LegalHold', node: { Status: on ? 'ON' : 'OFF' } }),

    setRetention: (bucket, key, version, retention, governance) => {
      const place = { bucket, key, version }
      const node: Node = retention
        ? { Mode: retention.mode.toUpperCase(), RetainUntilDate: retention.until.toISOString() }
        : {}
      const headers = governance === 'bypassed' ? bypassing : {}
      return despiteLock(caller, place, retained, change(place, { setting: 'retention', root: 'Retention', node, headers }))
    },
  } satisfies Partial<ObjectsBackend>
}
