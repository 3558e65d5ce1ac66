import { createHmac } from 'node:crypto'

/** Credentials of a signed-in user, and their expiration in ms since 1970, if any. */
export type TokenOwner = {
  keys: { accessKey: string; secretKey: string; sessionToken?: string }
  expires?: number | undefined
}

/** Credentials of a metrics request. */
export type Token = { bearer: string; sessionToken: string }

/** Token lifetime for credentials without expiration, and pause after a refusal; in ms. */
const [HOUR, REFUSAL_PAUSE] = [3_600_000, 600_000]

/** Maximum number of users with a token. */
const MAX_USERS = 8

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a token that allows reading metrics, if the owner of the keys may (minio-server 3.16). */
export const tokenOf = ({
  keys: { accessKey, secretKey, sessionToken = '' },
  expires,
}: TokenOwner & { expires: number }): Token => {
  const text = `${encodePart({ alg: 'HS512', typ: 'JWT' })}.${encodePart({ sub: accessKey, iss: 'prometheus', exp: Math.floor(expires / 1000) })}`
  return { bearer: `${text}.${createHmac('sha512', secretKey).update(text).digest('base64url')}`, sessionToken }
}

/**
 * Metrics tokens of recently active users. Stores no secret keys: a token only allows reading metrics, expires with the
 * session, and is deleted at sign-out.
 */
export const createTokens = () => {
  const tokens = new Map<string, { token: Token; until: number; used: number }>()
  const refused = new Map<string, number>()
  return {
    /** Records an active user; returns true for a new one. */
    lend: (owner: TokenOwner, now: number): boolean => {
      const { accessKey } = owner.keys
      if ((refused.get(accessKey) ?? -Infinity) > now - REFUSAL_PAUSE) return false
      const current = tokens.get(accessKey)
      const until = owner.expires ?? now + HOUR
      const isValid =
        current && (owner.expires !== undefined ? current.until === until : current.until > now + HOUR / 2)
      tokens.delete(accessKey)
      tokens.set(
        accessKey,
        isValid ? { ...current, used: now } : { token: tokenOf({ ...owner, expires: until }), until, used: now },
      )
      for (const oldest of [...tokens.keys()].slice(0, Math.max(0, tokens.size - MAX_USERS))) tokens.delete(oldest)
      return current === undefined
    },
    /** Deletes the token at sign-out. */
    end: (accessKey: string) => void tokens.delete(accessKey),
    /** Deletes the token of a user without the permission, and ignores the user for a while. */
    refuse: (accessKey: string, now: number) => {
      tokens.delete(accessKey)
      for (const [key, at] of refused) if (at <= now - REFUSAL_PAUSE) refused.delete(key)
      refused.set(accessKey, now)
    },
    /** Tokens of active users, most recently active first; `idle` is the session's idle timeout in ms. */
    current: (now: number, idle: number): readonly (readonly [accessKey: string, token: Token])[] => {
      for (const [key, { until, used }] of tokens) if (until <= now || used + idle <= now) tokens.delete(key)
      return [...tokens].map(([key, { token }]) => [key, token] as const).reverse()
    },
    clear: () => tokens.clear(),
  }
}
