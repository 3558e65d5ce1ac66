import { Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { LifecycleRule, NewLifecycleRule } from '../contract.ts'
import { applyLifecycleChange } from '../backend/lifecycle-change.ts'
import { ruleToPreview } from '../backend/preview.ts'
import { noRule } from '../backend/rule-id.ts'
import { previewPage, reclaimablePage } from './lifecycle-preview.ts'
import { changeRule, readRule, rulesIn, withRules, writeRule } from './lifecycle-xml.ts'
import { hasCode, fallbackOn } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const tiersOf = ({ transition }: NewLifecycleRule) => [
  ...new Set(
    [transition.storage_class, transition.noncurrent_storage_class].filter(Boolean).map((tier) => `"${tier}"`),
  ),
]

/** Adds the rule's tier names to the server's error for an unknown tier. */
const withTiers = async (ruleOf: () => NewLifecycleRule | undefined, act: () => Promise<unknown>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    const rule = ruleOf()
    if (!rule || !hasCode(error, 'InvalidStorageClass')) throw error
    throw new Failure(400, messages.tierMissing(tiersOf(rule).join(' or ')), { detail: error.detail })
  }
}

/** Lifecycle rules of a bucket on an S3 server, stored as one document (minio-server 3.12.3). */
export const createLifecycle = (caller: S3AdapterContext) => {
  const { read, edit } = caller.subResources

  const document = (bucket: string) =>
    fallbackOn(read(bucket, 'lifecycle'), ['NoSuchLifecycleConfiguration'], undefined)

  /** Changes the rules of a bucket; unchanged rules stay byte for byte. */
  const change = (bucket: string, next: Parameters<typeof withRules>[1]) =>
    edit(bucket, 'lifecycle', { get: () => document(bucket), next: (xml) => withRules(xml, next) })

  /** Changes or removes the rule with this ID. */
  const changeOne = (bucket: string, id: string, next: (text: string) => string[]) =>
    change(bucket, (rules) => {
      if (!rules.some((rule) => rule.id === id)) throw noRule(id)
      return rules.flatMap((rule) => (rule.id === id ? next(rule.text) : rule.text))
    })

  /** The server accepts the permission to list objects instead. */
  const assertListed = (bucket: string, prefix: string) =>
    caller.assertGranted('s3:ListBucketVersions', {
      bucket,
      requestContext: { 's3:prefix': [prefix], 's3:max-keys': ['1000'] },
    })

  const lifecycle = async (name: string) => rulesIn((await document(name)) ?? '').map(({ text }) => readRule(text))

  return {
    lifecycle,

    addLifecycleRule: (name, rule) =>
      withTiers(
        () => rule,
        () => change(name, (rules) => [...rules.map(({ text }) => text), writeRule(rule)]),
      ),

    setLifecycleRule: (name, id, edit) => {
      let next: LifecycleRule | undefined
      const rewrite = (text: string) => {
        next = applyLifecycleChange(readRule(text), edit)
        return [changeRule(text, next)]
      }
      return withTiers(
        () => next,
        () => changeOne(name, id, rewrite),
      )
    },

    removeLifecycleRule: (name, id) => changeOne(name, id, () => []),

    reclaimable: async (name, cursor) => {
      await assertListed(name, '')
      return reclaimablePage(caller, name, cursor)
    },

    previewLifecycle: async (name, of, cursor) => {
      const rule = ruleToPreview(of, await lifecycle(name))
      await caller.assertGranted('s3:GetLifecycleConfiguration', { bucket: name })
      await assertListed(name, rule.prefix)
      if (rule.tags.length > 0) await caller.assertGranted('s3:GetObjectTagging', { bucket: name, key: rule.prefix })
      return previewPage(caller, name, rule, cursor)
    },
  } satisfies Partial<BucketsBackend>
}
