const secret =
  /(token|secret|password|pwd|passphrase|signature|credential|auth|jwt|sts|session|api_?key|access_?key|^code$|^state$|^key$)/i

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a part of a query looks as if it held no secret, by its name: where nobody knows which names there are. */
export const looksHarmless = (name: string) => !secret.test(name)

/**
 * An address without the values of those parts of its query whose names are not harmless; what is no pair is left out.
 */
export const loggedAddress = (address: string, isHarmless: (name: string) => boolean) => {
  const [path = '', query] = address.split(/\?(.*)/s)
  if (!query) return path
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s)
    if (isHarmless(decoded(name))) return pair
    return value === undefined ? '…' : `${name}=…`
  })
  return `${path}?${pairs.join('&')}`
}
