import type { Known } from 'stowage/iam'
import type { ObjectRetention } from '../backend.ts'

/** What a policy may ask of the version that is meant; nothing means the one that readers get. */
export const ofVersion = (version: string | undefined): Known => ({ 's3:versionid': [version ?? ''] })

/** What a policy may ask of the tags that a version has. */
export const ofTags = (tags: Readonly<Record<string, string>> = {}): Known =>
  Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`s3:ExistingObjectTag/${tag}`, [value]]))

/** What a policy may ask of the tags that a version is to have. */
export const ofNewTags = (tags: Readonly<Record<string, string>>): Known => ({
  ...Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`s3:RequestObjectTag/${tag}`, [value]])),
  's3:RequestObjectTagKeys': Object.keys(tags),
})

/** What a policy may ask of a retention that is to be set. */
export const ofRetention = (retention: ObjectRetention | undefined): Known =>
  retention
    ? {
        's3:object-lock-mode': [retention.mode.toUpperCase()],
        's3:object-lock-retain-until-date': [retention.until.toISOString().replace(/\.\d+/, '')],
        's3:object-lock-remaining-retention-days': [
          String(Math.ceil((retention.until.getTime() - Date.now()) / 86_400_000)),
        ],
      }
    : {}
