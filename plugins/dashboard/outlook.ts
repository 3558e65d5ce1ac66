import * as v from 'valibot'
import { get } from '../../core/contract.ts'

const Named = v.array(v.object({ name: v.string(), bytes: v.number() }))
const perDay = v.number()

/**
 * When the storage is full if it goes on like this; `early` before there are three days of history. Dates in ISO, rates
 * in bytes a day.
 */
export const Forecast = v.variant('state', [
  v.object({ state: v.literal('early') }),
  v.object({ state: v.literal('shrinking'), perDay }),
  v.object({ state: v.literal('far'), perDay }),
  v.object({ state: v.literal('full'), perDay, on: v.string(), earliest: v.string(), latest: v.optional(v.string()) }),
])
export type Forecast = v.InferOutput<typeof Forecast>

/** What an operator looks for first, beside the storage's state; sizes in bytes. */
export const Outlook = v.object({
  forecast: Forecast,
  /** Space in use on the drives at times (ms since 1970), the oldest first. */
  history: v.array(v.object({ at: v.number(), used: v.number() })),
  /** Whether the history outlives a restart of the console. */
  kept: v.picklist(['lasting', 'memory']),
  /** What changed since a moment a day ago; nothing before there is a day of history. */
  growth: v.optional(v.object({ since: v.string(), bytes: v.number(), buckets: Named })),
  /** The largest buckets as they are, for whoever may see what all have. */
  largest: v.optional(Named),
  /**
   * How far the storage's clock is before the console's, in seconds; nothing where they are one, or it cannot be asked.
   */
  skew: v.optional(v.number()),
  /** When certificates end: the storage's as the console sees it, and the console's own. */
  certificates: v.array(v.object({ of: v.picklist(['storage', 'console']), ends: v.string() })),
})
export type Outlook = v.InferInput<typeof Outlook>

/** What lies ahead; a call of its own, since it looks at certificates and clocks on the way. */
export const outlook = { outlook: get('/api/v1/admin/info/outlook', { allow: ['admin:ServerInfo'], reply: Outlook }) }
