import * as v from 'valibot'
import { BucketName, type NewBucket } from '../contract.ts'
import * as messages from '../messages.ts'

/** Units of a quota; the first is 1,024 bytes, each next one 1,024 times as large. */
export const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** State of the Create Bucket form; numbers stay text until it is submitted. */
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

/** The initial retention: governance, because compliance cannot be undone. */
export const noRetention = { retention: false, mode: 'governance', unit: 'days', validity: '1' } as const

/** Labels of the retention units, singular for a length of 1. */
export const unitsOf = (length: number | undefined) => {
  const s = length === 1 ? '' : 's'
  return [
    { value: 'days', label: `day${s}` },
    { value: 'years', label: `year${s}` },
  ]
}

/** Initial values of the form (spec/2 sections 3 and 9). */
export const emptyDraft: Draft = {
  name: '',
  versioning: false,
  locking: false,
  quota: false,
  quotaType: 'hard',
  quotaSize: '1',
  quotaUnit: 'TiB',
  ...noRetention,
}

/** Applies a change. Turning versioning off turns retention off, and that resets its fields. */
export const changeDraft = (draft: Draft, patch: Partial<Draft>): Draft => {
  const next = { ...draft, ...patch }
  return hasVersioning(next) && next.retention ? next : { ...next, ...noRetention }
}

/** The draft without features that the storage turned out to lack while the form was open. */
export const withoutMissing = (draft: Draft, isMissing: Record<'versions' | 'locks' | 'quota', boolean>): Draft =>
  changeDraft(draft, {
    ...(isMissing.versions && { versioning: false }),
    ...(isMissing.locks && { locking: false, retention: false }),
    ...(isMissing.quota && { quota: false }),
  })

/** Whether the bucket will have versioning: chosen, or required by object locking. */
export const hasVersioning = ({ versioning, locking }: Draft) => versioning || locking

/** Whether the bucket will have object locking: chosen, or required by a retention. */
export const hasLocking = ({ locking, retention }: Draft) => locking || retention

const number = (text: string) => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : NaN)

/** Converts a size in a unit to bytes. */
export const bytesOf = (size: number, unit: (typeof units)[number]) =>
  Math.round(size * 1024 ** (units.indexOf(unit) + 1))

/** Converts bytes to the largest unit that represents them exactly. */
export const sizeOf = (amount: number) => {
  const [unit = units[0]] = units.filter((unit) => amount >= bytesOf(1, unit)).reverse()
  return { size: amount / bytesOf(1, unit), unit }
}

const quotaBytes = ({ quotaSize, quotaUnit }: Draft) => bytesOf(number(quotaSize), quotaUnit)

/** First missing input of the form (spec/2 section 5); `undefined` if it is complete. */
export const missingField = (draft: Draft): string | undefined => {
  if (!draft.name.trim()) return 'Name the bucket'
  if (draft.quota && !(number(draft.quotaSize) > 0)) return messages.quotaSizeRequired
  if (draft.retention && !(number(draft.validity) >= 1)) return messages.retentionPeriodRequired
  return undefined
}

/** Invalid fields, each with what to enter instead. */
export type Problems = Partial<Record<'name' | 'quotaSize' | 'validity', string>>

export const problems = (draft: Draft): Problems => {
  const name = v.safeParse(BucketName, draft.name).issues?.[0].message
  const size = draft.quota ? number(draft.quotaSize) : 1
  const validity = draft.retention ? number(draft.validity) : 1
  const years = draft.unit === 'years'
  return {
    ...(name && { name }),
    ...(!(size >= 1) && { quotaSize: messages.numberTooLow }),
    ...(size >= 1 && quotaBytes(draft) > Number.MAX_SAFE_INTEGER && { quotaSize: 'Enter less than 8 PiB' }),
    ...(!(Number.isInteger(validity) && validity >= 1) && { validity: messages.wholeNumberRequired }),
    ...(validity > (years ? 100 : 36_500) && { validity: `Enter at most ${years ? '100 years' : '36,500 days'}` }),
  }
}

/** Builds the create request's body from a valid draft. */
export const toNewBucket = (draft: Draft): v.InferInput<typeof NewBucket> => ({
  name: draft.name.trim(),
  versioning: hasVersioning(draft),
  locking: hasLocking(draft),
  ...(draft.quota && { quota: { enabled: true, quota_type: draft.quotaType, amount: quotaBytes(draft) } }),
  ...(draft.retention && { retention: { mode: draft.mode, unit: draft.unit, validity: number(draft.validity) } }),
})
