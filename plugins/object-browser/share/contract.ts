import * as v from 'valibot'
import { get, list, most, post, text } from 'stowage'
import { encoding, Key, VersionId } from '../contract.ts'

/** The longest that a link is good for, in ms: 7 days (S3). */
export const LONGEST = 7 * 24 * 60 * 60 * 1000

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** A span as Go writes it (`168h`, `1h30m`, `604800000ms`), or a number of ms; not a number for anything else. */
const millisecondsOf = (span: string) => {
  if (/^\d+$/.test(span)) return Number(span)
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?)(ms|[smh])/g)]
  if (parts.map(([part]) => part).join('') !== span) return Number.NaN
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0)
}

/** How long a link is good for (console-api 9.3), in ms; 7 days where nothing is said. */
const Lifetime = v.pipe(
  v.optional(text(most.word), '168h'),
  v.transform(millisecondsOf),
  v.number('Enter a time such as 12h or 604800000ms'),
  v.minValue(1000, 'A link lasts at least 1 second'),
  v.maxValue(LONGEST, 'A link lasts at most 7 days'),
)

/**
 * With whose keys a link is signed, where the storage signs with keys: with those of the session, which end, or with
 * new ones.
 */
export const Signer = v.picklist(['session', 'service-account'], 'Choose session or service-account')
export type Signer = v.InferOutput<typeof Signer>

/** How many links one call makes at most. */
export const MOST_LINKS = 1000

/** Links by which whoever has them reads objects without signing in (spec/2 section 5, console-api 9.3). */
export const sharing = {
  /** One link, as the JSON text that the former console's clients read. */
  share: get('/api/v1/buckets/:bucket/objects/share', {
    base64: 'prefix',
    allow: ['s3:GetObject'],
    effect: 'discloses',
    query: v.object({ prefix: Key, version_id: VersionId, expires: Lifetime, encoding }),
    reply: v.string(),
  }),
  /**
   * A link for each object, and when they end: with the session whose keys sign them, if that is sooner. `signed` says
   * by what: `storage` by a key of its own, so that a link ends early only when its maker loses the right.
   */
  links: post('/api/v1/buckets/:bucket/objects/links', {
    allow: ['s3:GetObject'],
    body: v.object({
      objects: v.pipe(
        list(v.object({ path: Key, version_id: VersionId }), MOST_LINKS),
        v.minLength(1, 'Name an object'),
      ),
      expires: Lifetime,
      by: v.optional(Signer, 'session'),
    }),
    reply: v.object({
      links: v.array(v.object({ path: v.string(), url: v.string() })),
      failed: v.array(v.object({ path: v.string(), message: v.string() })),
      ends: v.string(),
      signed: v.picklist(['session', 'service-account', 'storage']),
      /** The access key that was made for it, where one was. */
      access_key: v.optional(v.string()),
    }),
  }),
  /** What a link of the embedded engine leads to. */
  shared: get('/api/v1/download-shared-object', {
    allow: 'anyone',
    query: v.object({ link: text(4096) }),
    reply: 'bytes',
  }),
}
