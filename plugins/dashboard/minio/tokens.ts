import { createHmac } from 'node:crypto'

/** The keys of somebody who is signed in, and until when, in ms since 1970, where they end by themselves. */
export type Lender = {
  keys: { accessKey: string; secretKey: string; sessionToken?: string }
  expires?: number | undefined
}

/** What the metrics of a storage server are asked with. */
export type Token = { bearer: string; sessionToken: string }

/**
 * For how long a token is made where keys have no end of their own, and for how long nobody is asked anew who may not,
 * in ms.
 */
const [HOUR, WHILE] = [3_600_000, 600_000]

/** So many people's tokens are known at once. */
const MOST = 8

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a server takes for the right to read its metrics, signed with keys whose owner may (minio-server 3.16). */
export const tokenOf = ({
  keys: { accessKey, secretKey, sessionToken = '' },
  expires,
}: Lender & { expires: number }): Token => {
  const text = `${part({ alg: 'HS512', typ: 'JWT' })}.${part({ sub: accessKey, iss: 'prometheus', exp: Math.floor(expires / 1000) })}`
  return { bearer: `${text}.${createHmac('sha512', secretKey).update(text).digest('base64url')}`, sessionToken }
}

/**
 * The tokens of whoever is signed in and has asked for something lately. No key is held: a token says nothing else than
 * that metrics may be read, ends with the session, and is forgotten with it.
 */
export const createTokens = () => {
  const lent = new Map<string, { token: Token; until: number; used: number }>()
  const refused = new Map<string, number>()
  return {
    /** Takes note that somebody is signed in; true where nobody knew. */
    lend: (lender: Lender, now: number): boolean => {
      const { accessKey } = lender.keys
      if ((refused.get(accessKey) ?? -Infinity) > now - WHILE) return false
      const known = lent.get(accessKey)
      const until = lender.expires ?? now + HOUR
      const isGood = known && (lender.expires !== undefined ? known.until === until : known.until > now + HOUR / 2)
      lent.delete(accessKey)
      lent.set(
        accessKey,
        isGood ? { ...known, used: now } : { token: tokenOf({ ...lender, expires: until }), until, used: now },
      )
      for (const oldest of [...lent.keys()].slice(0, Math.max(0, lent.size - MOST))) lent.delete(oldest)
      return known === undefined
    },
    /** Forgets whoever has signed out. */
    end: (accessKey: string) => void lent.delete(accessKey),
    /** Forgets whoever may not read metrics, and asks them again after a while only. */
    refuse: (accessKey: string, now: number) => {
      lent.delete(accessKey)
      for (const [key, at] of refused) if (at <= now - WHILE) refused.delete(key)
      refused.set(accessKey, now)
    },
    /**
     * Who is still signed in, whoever asked for something last first; `idle` is how long a session lives unused, in ms.
     */
    current: (now: number, idle: number): readonly (readonly [accessKey: string, token: Token])[] => {
      for (const [key, { until, used }] of lent) if (until <= now || used + idle <= now) lent.delete(key)
      return [...lent].map(([key, { token }]) => [key, token] as const).reverse()
    },
    clear: () => lent.clear(),
  }
}
