import type { ConditionContext } from 'stowage/iam'
import type { ObjectRetention } from '../backend.ts'

/** Condition values for the requested version; empty for the current one. */
export const versionConditions = (version: string | undefined): ConditionContext => ({
  's3:versionid': [version ?? ''],
})

/** Condition values for the existing tags of a version. */
export const tagConditions = (tags: Readonly<Record<string, string>> = {}): ConditionContext =>
  Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`s3:ExistingObjectTag/${tag}`, [value]]))

/** Condition values for the new tags of a version. */
export const newTagConditions = (tags: Readonly<Record<string, string>>): ConditionContext => ({
  ...Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`s3:RequestObjectTag/${tag}`, [value]])),
  's3:RequestObjectTagKeys': Object.keys(tags),
})

/** Condition values for a new retention. */
export const retentionConditions = (retention: ObjectRetention | undefined): ConditionContext =>
  retention
    ? {
        's3:object-lock-mode': [retention.mode.toUpperCase()],
        's3:object-lock-retain-until-date': [retention.until.toISOString().replace(/\.\d+/, '')],
        's3:object-lock-remaining-retention-days': [
          String(Math.ceil((retention.until.getTime() - Date.now()) / 86_400_000)),
        ],
      }
    : {}
