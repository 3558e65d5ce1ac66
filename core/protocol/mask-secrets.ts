/** Replaces a secret within a displayed value. */
export const MASK = '••••••••'

/** Secrets inside settings that are not secret as a whole. */
const secrets: readonly RegExp[] = [
  /(?<=:\/\/[^:@/\s,]*:)[^@/\s,]+(?=@)/g,
  /(?<=(?:^|\s)password\s*=\s*)(?:'(?:\\.|[^'\\])*'|[^'\s]\S*)/g,
  /(?<=^[^:@/\s]*:)(?!\/\/).+(?=@\w*\()/g,
]

export const maskSecrets = (value: string): string =>
  secrets.reduce((text, secret) => text.replace(secret, MASK), value)

/** Restores stored secrets in place of masks; `undefined` if there is no stored secret for one. */
export const restoreSecrets = (value: string, stored: string): string | undefined => {
  if (!value.includes(MASK)) return value
  const storedSecrets = secrets.flatMap((secret) => stored.match(secret) ?? [])
  let at = 0
  const filled = value.replaceAll(MASK, () => storedSecrets[at++] ?? MASK)
  return at > storedSecrets.length ? undefined : filled
}
