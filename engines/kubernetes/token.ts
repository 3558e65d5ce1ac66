import { createHash } from 'node:crypto'
import * as v from 'valibot'

const Claims = v.looseObject({
  sub: v.optional(v.string()),
  exp: v.optional(v.number()),
  email: v.optional(v.string()),
  preferred_username: v.optional(v.string()),
})

/** What a token says of itself, unproved; nothing where it is no JWT. */
export const claimsOf = (token: string): v.InferOutput<typeof Claims> => {
  try {
    return v.parse(Claims, JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}

/** What a holder is called whom the cluster does not name: as the token says, or by the beginning of its digest. */
export const nameIn = (token: string): string => {
  const { preferred_username: name, email, sub } = claimsOf(token)
  return name ?? email ?? sub ?? `token ${createHash('sha256').update(token).digest('hex').slice(0, 8)}`
}

/**
 * The namespace of a service account, by its name in the cluster (`system:serviceaccount:minio-operator:console-sa`).
 */
export const namespaceOf = (account: string): string | undefined => /^system:serviceaccount:([^:]+):/.exec(account)?.[1]
