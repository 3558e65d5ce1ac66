import { unless, useMay } from '../../../../core/use-may.ts'

/** What the account may do with an object, or see of it, and how that is called where it may not. */
const rights = {
  download: { action: 's3:GetObject', doing: 'downloading this' },
  delete: { action: 's3:DeleteObject', doing: 'deleting this' },
  tag: { action: 's3:PutObjectTagging', doing: 'changing this' },
  hold: { action: 's3:PutObjectLegalHold', doing: 'changing this' },
  retention: { action: 's3:PutObjectRetention', doing: 'changing this' },
  bypass: { action: 's3:BypassGovernanceRetention', doing: 'bypassing governance retention' },
  seeHold: { action: 's3:GetObjectLegalHold', doing: 'seeing this' },
  seeRetention: { action: 's3:GetObjectRetention', doing: 'seeing this' },
} as const

type Right = keyof typeof rights

/** Tells why the account may not do something with the object; nothing where it may, or it is not known yet. */
export const useRefusals = (bucket: string, object: string) => {
  const asked = Object.entries(rights).map(([right, { action }]) => [right, { action, bucket, object }])
  const may = useMay<Right>(Object.fromEntries(asked))
  return (right: Right) => unless(may[right], rights[right].doing)
}

export type Refusals = ReturnType<typeof useRefusals>
