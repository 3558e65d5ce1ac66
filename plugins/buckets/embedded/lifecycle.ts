import { type Action, Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { LifecycleRule, NewLifecycleRule } from '../contract.ts'
import type { VersionState } from '../backend/lifecycle-evaluation.ts'
import { applyLifecycleChange } from '../backend/lifecycle-change.ts'
import { ruleToPreview, readPosition, summarizePage, writePosition } from '../backend/preview.ts'
import { rangesOf, sizeLimits, versionLimits } from '../distribution.ts'
import { newRuleId, noRule } from '../backend/rule-id.ts'
import { sumReclaimable } from '../backend/sum-reclaimable.ts'
import { findDue, listVersions, type Position } from './expiry.ts'
import type { BucketRecord } from 'stowage/engines/embedded'
import { type EmbeddedAdapterContext, createTimeSlice } from 'stowage/server'
import * as messages from '../messages.ts'

declare module 'stowage/engines/embedded' {
  interface BucketRecord {
    /** Expiration rules. */
    lifecycle?: LifecycleRule[]
  }
}

const READ = 's3:GetLifecycleConfiguration'

/** Maximum number of rules per bucket, as in S3. */
const MAX_RULES = 1000

/** Versions per transaction of a preview, and transactions per request. */
const [PAGE, PAGES] = [200, 5]

type Bucket = Pick<EmbeddedAdapterContext, 'authenticate'> & {
  /** The bucket, if the caller may perform the action. */
  see(name: string, action: Action): BucketRecord
  change(name: string, action: Action, next: (bucket: BucketRecord) => BucketRecord): Promise<void>
}

/** Lifecycle rules of a bucket, stored in its record; `expiry.ts` applies them. */
export const createLifecycle = ({ authenticate, see, change }: Bucket) => {
  const changeRules = async (name: string, next: (rules: LifecycleRule[]) => LifecycleRule[]) => {
    see(name, READ)
    await change(name, 's3:PutLifecycleConfiguration', ({ lifecycle = [], ...bucket }) => {
      const rules = next(lifecycle)
      return rules.length > 0 ? { ...bucket, lifecycle: rules } : bucket
    })
  }

  const assertNoTier = ({ transition }: NewLifecycleRule) => {
    if (transition.storage_class || transition.noncurrent_storage_class) throw new Failure(400, messages.noRemoteTiers)
  }

  const assertRule = (rules: readonly LifecycleRule[], id: string) => {
    if (!rules.some((rule) => rule.id === id)) throw noRule(id)
  }

  return {
    lifecycle: async (name) => see(name, READ).lifecycle ?? [],

    addLifecycleRule: (name, rule) =>
      changeRules(name, (rules) => {
        assertNoTier(rule)
        if (rules.length >= MAX_RULES) throw new Failure(400, messages.tooManyLifecycleRules(MAX_RULES))
        return [...rules, { ...rule, id: newRuleId() }]
      }),

    setLifecycleRule: (name, id, change) =>
      changeRules(name, (rules) => {
        assertRule(rules, id)
        return rules.map((rule) => {
          if (rule.id !== id) return rule
          const next = applyLifecycleChange(rule, change)
          assertNoTier(next)
          return next
        })
      }),

    removeLifecycleRule: (name, id) =>
      changeRules(name, (rules) => {
        assertRule(rules, id)
        return rules.filter((rule) => rule.id !== id)
      }),

    previewLifecycle: async (name, of, cursor) => {
      const { index, caller } = authenticate()
      const rule = ruleToPreview(of, see(name, READ).lifecycle ?? [])
      const bucket = see(name, 's3:ListBucketVersions')
      if (rule.tags.length > 0) caller.assert('s3:GetObjectTagging', { bucket: name, key: `${rule.prefix}*` })
      const [due, yieldIfDue]: [VersionState[], () => Promise<void>] = [[], createTimeSlice()]
      let position: Position = readPosition(cursor) ?? {}
      let checked = 0
      for (let pages = 0; pages < PAGES; pages += 1) {
        const pageResult = findDue({ index }, bucket, [rule], { ...position, now: Date.now(), limit: PAGE })
        due.push(...pageResult.due.map(({ state }) => state))
        checked += pageResult.scanned
        position = pageResult
        if (position.cursor === undefined) break
        await yieldIfDue()
      }
      return { ...summarizePage(checked, due), ...writePosition(position.cursor, position.reached) }
    },

    reclaimable: async (name, cursor) => {
      const { index } = authenticate()
      const bucket = see(name, 's3:ListBucketVersions')
      const before = readPosition(cursor)
      const now = Date.now()
      const { rows, cursor: next } = listVersions({ index }, bucket, {
        prefix: '',
        now,
        limit: PAGE * PAGES,
        cursor: before?.cursor,
      })
      const { page, reached } = sumReclaimable(
        rows.map(({ row }) => row),
        before?.reached,
        now,
      )
      return { ...page, ...writePosition(next, reached) }
    },

    distribution: async (name) => {
      const { index } = authenticate()
      const bucket = see(name, 's3:ListBucket')
      const yieldIfDue = createTimeSlice()
      const [sizes, versions] = [sizeLimits.map(() => 0), versionLimits.map(() => 0)]
      const count = (counts: number[], limits: readonly number[], value: number) => {
        const at = limits.findLastIndex((least) => value >= least)
        counts[at] = (counts[at] ?? 0) + 1
      }
      let object = { key: '', versions: 0 }
      let cursor: string | undefined
      do {
        const page = listVersions({ index }, bucket, { prefix: '', now: Date.now(), limit: PAGE * PAGES, cursor })
        for (const { row } of page.rows) {
          if (row.key !== object.key) {
            if (object.versions > 0) count(versions, versionLimits, object.versions)
            object = { key: row.key, versions: 0 }
          }
          object.versions += 1
          if (row.latest && !row.marker) count(sizes, sizeLimits, row.size)
        }
        cursor = page.cursor
        await yieldIfDue()
      } while (cursor !== undefined)
      if (object.versions > 0) count(versions, versionLimits, object.versions)
      return { sizes: rangesOf(sizeLimits, sizes), versions: rangesOf(versionLimits, versions) }
    },

    tiers: async () => {
      authenticate().caller.assert('admin:ListTier')
      return []
    },
  } satisfies Partial<BucketsBackend>
}
