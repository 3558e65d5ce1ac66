import * as v from 'valibot'
import { BucketName, type NewBucket } from '../contract.ts'

/** The units of a quota, each 1,024 times the one before; the first is 1,024 bytes. */
export const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** The Create Bucket form as typed: numbers are text until it is sent. */
export type Draft = {
  name: string
  versioning: boolean
  locking: boolean
  quota: boolean
  quotaType: 'hard' | 'fifo'
  quotaSize: string
  quotaUnit: (typeof units)[number]
  retention: boolean
  mode: 'compliance' | 'governance'
  unit: 'days' | 'years'
  validity: string
}

/** What a retention is until somebody chooses: not the one that nobody can take back. */
export const noRetention = { retention: false, mode: 'governance', unit: 'days', validity: '1' } as const

/** The units of a retention, in the singular for a length of 1. */
export const unitsOf = (length: number | undefined) => {
  const s = length === 1 ? '' : 's'
  return [
    { value: 'days', label: `day${s}` },
    { value: 'years', label: `year${s}` },
  ]
}

/** What the form starts with (spec/2 sections 3 and 9). */
export const blank: Draft = {
  name: '',
  versioning: false,
  locking: false,
  quota: false,
  quotaType: 'hard',
  quotaSize: '1',
  quotaUnit: 'TiB',
  ...noRetention,
}

/**
 * The draft after a change. Without versioning there is no retention, and retention that is off forgets what it was.
 */
export const change = (draft: Draft, patch: Partial<Draft>): Draft => {
  const next = { ...draft, ...patch }
  return versions(next) && next.retention ? next : { ...next, ...noRetention }
}

/** Whether the bucket will keep versions: as chosen, and always with object locking. */
export const versions = ({ versioning, locking }: Draft) => versioning || locking

/** Whether the bucket will lock objects: as chosen, and always with a retention. */
export const locks = ({ locking, retention }: Draft) => locking || retention

const number = (text: string) => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : NaN)

/** A size in one of the units, in bytes. */
export const bytesOf = (size: number, unit: (typeof units)[number]) =>
  Math.round(size * 1024 ** (units.indexOf(unit) + 1))

/** Bytes in the largest unit in which they are at least 1, without losing any. */
export const sizeOf = (amount: number) => {
  const [unit = units[0]] = units.filter((unit) => amount >= bytesOf(1, unit)).reverse()
  return { size: amount / bytesOf(1, unit), unit }
}

const quotaBytes = ({ quotaSize, quotaUnit }: Draft) => bytesOf(number(quotaSize), quotaUnit)

/** What is still missing before the form may be saved at all (spec/2 section 5); nothing when it may. */
export const missing = (draft: Draft): string | undefined => {
  if (!draft.name.trim()) return 'Name the bucket'
  if (draft.quota && !(number(draft.quotaSize) > 0)) return 'Enter the size of the quota'
  if (draft.retention && !(number(draft.validity) >= 1)) return 'Enter how long objects are retained, at least 1'
  return undefined
}

/** The fields that are filled in wrongly, each with what to enter instead. */
export type Problems = Partial<Record<'name' | 'quotaSize' | 'validity', string>>

export const problems = (draft: Draft): Problems => {
  const name = v.safeParse(BucketName, draft.name).issues?.[0].message
  const size = draft.quota ? number(draft.quotaSize) : 1
  const validity = draft.retention ? number(draft.validity) : 1
  const years = draft.unit === 'years'
  return {
    ...(name && { name }),
    ...(!(size >= 1) && { quotaSize: 'Enter a number of at least 1' }),
    ...(size >= 1 && quotaBytes(draft) > Number.MAX_SAFE_INTEGER && { quotaSize: 'Enter less than 8 PiB' }),
    ...(!(Number.isInteger(validity) && validity >= 1) && { validity: 'Enter a whole number of at least 1' }),
    ...(validity > (years ? 100 : 36_500) && { validity: `Enter at most ${years ? '100 years' : '36,500 days'}` }),
  }
}

/** The create call's body for a draft without problems. */
export const toNewBucket = (draft: Draft): v.InferInput<typeof NewBucket> => ({
  name: draft.name.trim(),
  versioning: versions(draft),
  locking: locks(draft),
  ...(draft.quota && { quota: { enabled: true, quota_type: draft.quotaType, amount: quotaBytes(draft) } }),
  ...(draft.retention && { retention: { mode: draft.mode, unit: draft.unit, validity: number(draft.validity) } }),
})
