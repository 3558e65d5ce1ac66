import { useRefusals as useRefusalsOf } from 'stowage/web'

/** Permissions of actions on objects. */
export const rights = {
  download: 's3:GetObject',
  upload: 's3:PutObject',
  delete: 's3:DeleteObject',
  seeTags: 's3:GetObjectTagging',
  tag: 's3:PutObjectTagging',
  hold: 's3:PutObjectLegalHold',
  retention: 's3:PutObjectRetention',
  restore: 's3:RestoreObject',
  bypass: 's3:BypassGovernanceRetention',
  seeHold: 's3:GetObjectLegalHold',
  seeRetention: 's3:GetObjectRetention',
} as const

export type Right = keyof typeof rights

/**
 * Returns a function for why the account may not do something with the object; `undefined` if it may, or it is not
 * known yet.
 */
export const useRefusals = (bucket: string, object: string) => {
  const questions = Object.entries(rights).map(([right, action]) => [right, { action, bucket, object }])
  return useRefusalsOf<Right>(Object.fromEntries(questions))
}

export type Refusals = ReturnType<typeof useRefusals>
