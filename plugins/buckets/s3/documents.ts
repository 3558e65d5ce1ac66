import { Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { BucketDetails } from '../contract.ts'
import { assertStorable } from '../backend/bucket-policy.ts'
import { concurrentChange } from '../backend/concurrent-change.ts'
import { wrapElement, element, elementsIn, rewriteElements, unescape, fallbackOn } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'
import { childrenOf } from './xml.ts'

/** Sorted, because the server returns tags in random order. */
const tagsIn = (xml: string) => {
  const tagElements = childrenOf(xml).flatMap(({ inner }) => elementsIn(inner))
  const tags = tagElements.map(({ inner }) => {
    const text = (name: string) => unescape(elementsIn(inner).find((part) => part.name === name)?.inner ?? '')
    return { key: text('Key'), value: text('Value') }
  })
  return tags.sort((one, other) => (one.key < other.key ? -1 : 1))
}

/** A policy with sorted lists, because the server returns actions and resources in random order. */
export const sortPolicyLists = (policy: string) =>
  JSON.stringify(policy === '' ? '' : JSON.parse(policy), (_key, value: unknown) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.toSorted() : value,
  )

/** Whether a text is the same policy as the current one; an invalid text never is. */
const isSamePolicy = (policy: string, text: string) => {
  try {
    return sortPolicyLists(policy) === sortPolicyLists(text)
  } catch {
    return false
  }
}

/** Tags, policy and versioning exclusions of a bucket on a MinIO server (minio-server 3.12). */
export const createDocuments = (caller: S3AdapterContext) => {
  const { read, write, clear, edit } = caller.subResources

  /** The bucket policy; `undefined` if there is none. */
  const policyText = (bucket: string) => fallbackOn(read(bucket, 'policy'), ['NoSuchBucketPolicy'], undefined)

  return {
    policyText,

    setPolicyText: async (bucket, policy, replaces) => {
      assertStorable(policy)
      await edit(bucket, 'policy', {
        get: () => policyText(bucket),
        next: (before) => {
          if (replaces !== undefined && !isSamePolicy(before ?? '', replaces ?? '')) throw concurrentChange()
          return policy
        },
        sense: sortPolicyLists,
      })
    },

    details: async (bucket): Promise<BucketDetails> => {
      const orUndefined = <Result>(work: Promise<Result>) => work.catch(() => undefined)
      const [tags, uploads] = await Promise.all([
        orUndefined(fallbackOn(read(bucket, 'tagging'), ['NoSuchTagSet'], '')),
        orUndefined(caller.incompleteUploads(bucket)),
      ])
      return {
        ...(tags !== undefined && { tags: tagsIn(tags) }),
        ...(uploads !== undefined && { pending_uploads: uploads.uploads.length }),
      }
    },

    setTags: async (bucket, tags) => {
      // check the permission first: the server reveals to everyone whether the bucket exists
      await caller.assertGranted('s3:PutBucketTagging', { bucket })
      const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
      if (Tag.length === 0) await clear(bucket, 'tagging')
      else await write(bucket, 'tagging', 'Tagging', { TagSet: { Tag } })
    },

    setExclusions: (bucket, { excludedPrefixes, excludeFolders }) =>
      edit(bucket, 'versioning', {
        get: () => read(bucket, 'versioning'),
        next: (xml = '') => {
          if (
            childrenOf(xml)
              .find(({ name }) => name === 'Status')
              ?.inner.trim() !== 'Enabled'
          )
            throw new Failure(409, messages.exclusionsRequireVersioning)
          return rewriteElements(xml, (root) => {
            const cleaned = rewriteElements(root.inner, ({ name, text }) =>
              /^(ExcludedPrefixes|ExcludeFolders)$/.test(name) ? '' : text,
            )
            const prefixes = excludedPrefixes.map((Prefix) => element('ExcludedPrefixes', { Prefix }))
            return wrapElement(
              root,
              cleaned + prefixes.join('') + (excludeFolders ? element('ExcludeFolders', true) : ''),
            )
          })
        },
      }),
  } satisfies Partial<BucketsBackend>
}
