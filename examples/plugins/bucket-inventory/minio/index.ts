import type { MinioAdapterContext, MinioBackgroundContext, Background } from 'stowage/server'
import * as v from 'valibot'
import type { InventoryBackend } from '../backend.ts'
import type { Entry } from '../contract.ts'
import { createHistory } from '../history.ts'
import { publicAccess } from '../public-access.ts'
import { fromXml } from 'stowage/engines/s3'

export const background = ({ sharedInstances, keyValueStore }: MinioBackgroundContext): Background => {
  sharedInstances(createHistory).open(keyValueStore)
  return { stop: async () => {} }
}

const Tag = v.object({ Key: v.string(), Value: v.string() })

const Tagging = v.object({ TagSet: v.object({ Tag: v.optional(v.union([Tag, v.array(Tag)]), []) }) })

/** Owner in the tags of a bucket, an XML document (S3 API, GetBucketTagging); empty without tags. */
const ownerIn = (xml: string, ownerTag: string): Entry['owner'] => {
  if (xml === '') return 'none'
  const parsed = v.safeParse(Tagging, fromXml(xml, 'Tagging'))
  if (!parsed.success) return undefined
  const tag = [parsed.output.TagSet.Tag].flat().find(({ Key }) => Key === ownerTag)
  return tag ? { name: tag.Value } : 'none'
}

const quotaIn = (
  details: Awaited<ReturnType<MinioAdapterContext['info']>>['Buckets'][number]['details'],
): Entry['quota'] => {
  if (!details) return undefined
  const { quota } = details
  // servers since 2023 write both
  return quota?.size || quota?.quota || 'none'
}

/** Sizes come from the account info of the caller, policies and tags from each bucket that the caller may read. */
export default (caller: MinioAdapterContext): InventoryBackend => {
  const { call, sharedInstances } = caller
  const history = sharedInstances(createHistory)
  return {
    list: async () => {
      await caller.assertGranted('s3:ListAllMyBuckets')
      const { ownerTag } = await history.settings()
      const [rights, policies, tags] = await Promise.all([
        caller.rights(),
        caller.readEachBucket({ action: 's3:GetBucketPolicy', query: 'policy', none: ['NoSuchBucketPolicy'] }),
        caller.readEachBucket({ action: 's3:GetBucketTagging', query: 'tagging', none: ['NoSuchTagSet'] }),
      ])
      const textOf = ({ results }: typeof policies, bucket: string) => results.find(({ name }) => name === bucket)?.text
      const listed = rights.info.Buckets.filter(({ name }) => rights.mayGrant('s3:ListBucket', { bucket: name }))
      const entries = listed.map(({ name, created, size, objects, details }): Entry => {
        const [policy, tagging, quota] = [textOf(policies, name), textOf(tags, name), quotaIn(details)]
        const access = policy === undefined ? undefined : publicAccess(policy)
        const owner = tagging === undefined ? undefined : ownerIn(tagging, ownerTag)
        return {
          name,
          created,
          size,
          objects,
          ...(quota !== undefined && { quota }),
          ...(owner && { owner }),
          ...(access && { access }),
        }
      })
      return history.measure(entries, Date.now())
    },
    history: async (bucket) => {
      // the server refuses a caller who may not list the bucket
      await call({ method: 'GET', path: caller.paths.bucketPath(bucket), query: { 'list-type': 2, 'max-keys': 1 } })
      return history.of(bucket)
    },
    settings: async () => {
      await caller.assertGranted('s3:ListAllMyBuckets')
      return history.settings()
    },
    setSettings: async (settings) => {
      await caller.assertGranted('admin:ConfigUpdate')
      await history.setSettings(settings)
    },
  }
}
