/** What stands in the place of a secret within a value that is shown. */
export const MASK = '••••••••'

/** Where secrets stand within values of settings that are no secrets as a whole. */
const secrets: readonly RegExp[] = [
  /(?<=:\/\/[^:@/\s,]*:)[^@/\s,]+(?=@)/g,
  /(?<=(?:^|\s)password\s*=\s*)(?:'(?:\\.|[^'\\])*'|[^'\s]\S*)/g,
  /(?<=^[^:@/\s]*:)(?!\/\/).+(?=@\w*\()/g,
]

/** A value without its secrets. */
export const masked = (value: string): string => secrets.reduce((text, secret) => text.replace(secret, MASK), value)

/** A value with the secrets that are stored in the place of those that were not shown; nothing where there are none. */
export const unmasked = (value: string, stored: string): string | undefined => {
  if (!value.includes(MASK)) return value
  const known = secrets.flatMap((secret) => stored.match(secret) ?? [])
  let at = 0
  const filled = value.replaceAll(MASK, () => known[at++] ?? MASK)
  return at > known.length ? undefined : filled
}
