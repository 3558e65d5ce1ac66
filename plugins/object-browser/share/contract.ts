import * as v from 'valibot'
import { get, list, limits, post, text } from 'stowage'
import { encoding, Key, VersionId } from '../contract.ts'
import * as messages from '../messages.ts'

/** Longest lifetime of a link in ms: 7 days (S3). */
export const MAX_LIFETIME = 7 * 24 * 60 * 60 * 1000

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Parses a Go duration (`168h`, `1h30m`, `604800000ms`) or a number of ms; `NaN` for anything else. */
const millisecondsOf = (span: string) => {
  if (/^\d+$/.test(span)) return Number(span)
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?)(ms|[smh])/g)]
  if (parts.map(([part]) => part).join('') !== span) return Number.NaN
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0)
}

/** Lifetime of a link (console-api 9.3), in ms; 7 days by default. */
const Lifetime = v.pipe(
  v.optional(text(limits.word), '168h'),
  v.transform(millisecondsOf),
  v.number(messages.durationRequired),
  v.minValue(1000, 'Enter at least 1 second'),
  v.maxValue(MAX_LIFETIME, 'Enter at most 7 days'),
)

/**
 * Credentials to sign links with, if the storage signs with credentials: those of the session, which expire, or of a
 * new service account.
 */
export const Signer = v.picklist(['session', 'service-account'], 'Choose session or service-account')
export type Signer = v.InferOutput<typeof Signer>

/** Most links per call. */
export const MAX_LINKS_PER_CALL = 1000

/** Links that give anyone read access to objects without signing in (spec/2 section 5, console-api 9.3). */
export const sharing = {
  /** One link, as JSON text for clients of the former console. */
  share: get('/api/v1/buckets/:bucket/objects/share', {
    base64: 'prefix',
    allow: ['s3:GetObject'],
    effect: 'discloses',
    query: v.object({ prefix: Key, version_id: VersionId, expires: Lifetime, encoding }),
    reply: v.string(),
  }),
  /**
   * A link for each object, and their expiration, which is earlier if the signing session ends before. `signed` names
   * the credentials; with `storage`, the storage's own key, a link stops working early only if its creator loses the
   * permission.
   */
  links: post('/api/v1/buckets/:bucket/objects/links', {
    allow: ['s3:GetObject'],
    body: v.object({
      objects: v.pipe(
        list(v.object({ path: Key, version_id: VersionId }), MAX_LINKS_PER_CALL),
        v.minLength(1, 'Choose at least one object'),
      ),
      expires: Lifetime,
      by: v.optional(Signer, 'session'),
    }),
    reply: v.object({
      links: v.array(v.object({ path: v.string(), url: v.string() })),
      failed: v.array(v.object({ path: v.string(), message: v.string() })),
      ends: v.string(),
      signed: v.picklist(['session', 'service-account', 'storage']),
      /** Access key of the service account created for it, if any. */
      access_key: v.optional(v.string()),
    }),
  }),
  /** Serves links of the embedded engine. */
  shared: get('/api/v1/download-shared-object', {
    allow: 'anyone',
    query: v.object({ link: text(4096) }),
    reply: 'bytes',
  }),
}
