import { createHash } from 'node:crypto'
import * as v from 'valibot'

const Claims = v.looseObject({
  sub: v.optional(v.string()),
  exp: v.optional(v.number()),
  email: v.optional(v.string()),
  preferred_username: v.optional(v.string()),
})

/** Claims of a token, without verification; empty if it is not a JWT. */
export const claimsOf = (token: string): v.InferOutput<typeof Claims> => {
  try {
    return v.parse(Claims, JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}

/** Display name of a token's owner if the cluster does not report one: from its claims, or the start of its digest. */
export const displayNameOf = (token: string): string => {
  const { preferred_username: name, email, sub } = claimsOf(token)
  return name ?? email ?? sub ?? `token ${createHash('sha256').update(token).digest('hex').slice(0, 8)}`
}

/** Namespace of a service account, from its user name (`system:serviceaccount:minio-operator:console-sa`). */
export const namespaceOf = (account: string): string | undefined => /^system:serviceaccount:([^:]+):/.exec(account)?.[1]
