export type Claims = Readonly<Record<string, unknown>>

/** Claims of a session token, without verification; empty if there is none or it is not a JWT. */
export const claimsOf = (sessionToken: string): Claims => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(sessionToken.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : {}
  } catch {
    return {}
  }
}

/** When a session token expires, in ms since 1970; `undefined` if it does not say, such as those of AWS. */
export const expiryOf = (sessionToken: string): number | undefined => {
  const { exp } = claimsOf(sessionToken)
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : undefined
}
