import { createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'
import { Failure, parseJson } from 'stowage'
import type { LicenseClaims } from '../contract.ts'
import * as messages from '../messages.ts'

const Head = v.looseObject({ alg: v.literal('ES384') })

/** Times are in seconds since 1970, possibly with fractions. */
const Claims = v.looseObject({
  sub: v.optional(v.string(), ''),
  org: v.string(),
  aid: v.pipe(v.number(), v.minValue(0)),
  cap: v.pipe(v.number(), v.minValue(0)),
  plan: v.string(),
  exp: v.number(),
  iat: v.optional(v.number(), 0),
})

const parsePart = (part: string) => parseJson(Buffer.from(part, 'base64url').toString())

const formatDay = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/**
 * Verifies and reads a license key, a JWS with ES384 (operator 6.2). Throws `Failure` 404 with `message` and the
 * reason: not a license key, signed with another key, modified, expired.
 */
export const readLicense = (text: string, publicKey: string, message: string, now = Date.now()): LicenseClaims => {
  const invalid = (why: string) => new Failure(404, message, { detail: why })
  const [head = '', body = '', signature = '', ...rest] = text.trim().split('.')
  if (!head || !body || !signature || rest.length > 0) throw invalid(messages.notLicenseKey)
  if (!v.safeParse(Head, parsePart(head)).success) throw invalid(messages.keyNotSignedWithEs384)
  const signed = Buffer.from(signature, 'base64url')
  const isVerified =
    signed.length === 96 &&
    verify(
      'sha384',
      Buffer.from(`${head}.${body}`),
      { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' },
      signed,
    )
  if (!isVerified) throw invalid(messages.signatureInvalid)
  const claims = v.safeParse(Claims, parsePart(body))
  if (!claims.success)
    throw invalid(messages.claimInvalid(claims.issues[0].path?.map(({ key }) => String(key)).join('.') ?? 'claims'))
  const { sub: email, org: organization, aid: account_id, cap, plan, exp, iat } = claims.output
  if (exp * 1000 <= now) throw invalid(messages.licenseExpiredOn(formatDay(exp)))
  if (iat * 1000 > now + 60_000) throw invalid(messages.licenseNotYetValid(formatDay(iat)))
  return {
    email,
    organization,
    account_id,
    storage_capacity: Math.trunc(cap),
    plan,
    expires_at: new Date(Math.floor(exp) * 1000).toISOString(),
  }
}
