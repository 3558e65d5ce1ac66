import { isDeepStrictEqual } from 'node:util'
import { Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { LifecycleRule, NewLifecycleRule } from '../contract.ts'
import { applyLifecycleChange } from '../backend/lifecycle-change.ts'
import { ruleToPreview } from '../backend/preview.ts'
import { noRule } from '../backend/rule-id.ts'
import { previewPage, reclaimablePage } from './lifecycle-preview.ts'
import { changeRule, readRule, rulesIn, withRules, writeRule } from './lifecycle-xml.ts'
import { hasCode, fallbackOn, NOT_OFFERED, notOffered } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

type Rules = ReturnType<typeof rulesIn>
type NextRules = Parameters<typeof withRules>[1]

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

/** Throws `Failure` 501 for a rule that needs a feature which the server lacks. */
const assertKnown = (
  { tags, expiration, transition }: LifecycleRule,
  { isMissing }: S3AdapterContext['capabilities'],
) => {
  const { noncurrent_expiration_days, newer_noncurrent_versions, delete_marker } = expiration
  const isOfVersions =
    noncurrent_expiration_days || newer_noncurrent_versions || delete_marker || transition.noncurrent_storage_class
  if (tags.length > 0 && isMissing('object-tags')) throw notOffered('object-tags')
  if (isOfVersions && isMissing('versions')) throw notOffered('versions')
}

/** Lifecycle rules of a bucket on an S3 server, stored as one document (minio-server 3.12.3). */
export const createLifecycle = (caller: S3AdapterContext) => {
  const { capabilities } = caller
  const { read, edit } = caller.subResources

  const document = (bucket: string) =>
    fallbackOn(read(bucket, 'lifecycle'), ['NoSuchLifecycleConfiguration'], undefined)

  /** Replaces rules of a bucket; others stay byte for byte. `check` sees the rules before and after. */
  const replace = (bucket: string, next: NextRules, check: (before: Rules, after: Rules) => void = () => {}) =>
    edit(bucket, 'lifecycle', {
      get: () => document(bucket),
      next: (xml) => {
        const changed = withRules(xml, next)
        check(rulesIn(xml ?? ''), rulesIn(changed ?? ''))
        return changed
      },
    })

  /**
   * Changes rules of a bucket. Some servers leave out what they do not know of a rule, which may then delete other
   * objects: such a rule is restored as it was, and `Failure` 501 is thrown.
   */
  const change = async (bucket: string, next: NextRules) => {
    let previous: Rules = []
    let written: Rules = []
    await replace(bucket, next, (before, after) => {
      previous = before
      written = after.filter(({ text }) => !before.some((rule) => rule.text === text))
      for (const { text } of written) assertKnown(readRule(text), capabilities)
    })
    const stored = rulesIn((await document(bucket)) ?? '')
    const partial = written.filter(({ id, text }) =>
      stored.some((rule) => rule.id === id && !isDeepStrictEqual(readRule(rule.text), readRule(text))),
    )
    if (partial.length === 0) return
    const textsOf = (rules: Rules, id: string) => rules.flatMap((rule) => (rule.id === id ? rule.text : []))
    await replace(bucket, (rules) =>
      rules.flatMap(({ id, text }) => (partial.some((rule) => rule.id === id) ? textsOf(previous, id) : text)),
    )
    throw new Failure(501, messages.ruleNotStoredWhole, { code: NOT_OFFERED, detail: messages.ruleRestored })
  }

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
