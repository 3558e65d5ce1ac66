import { decodePercent } from '../../core/protocol/address.ts'

const secret =
  /(token|secret|password|pwd|passphrase|signature|credential|auth|jwt|sts|session|api_?key|access_?key|^code$|^state$|^key$)/i

/** Whether the name of a query parameter suggests that its value is not secret; used for unknown parameters. */
export const looksHarmless = (name: string) => !secret.test(name)

/** Hides values of query parameters whose names are not harmless, and parameters without a value. */
export const redactAddress = (address: string, isHarmless: (name: string) => boolean) => {
  const [path = '', query] = address.split(/\?(.*)/s)
  if (!query) return path
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s)
    if (isHarmless(decodePercent(name))) return pair
    return value === undefined ? '…' : `${name}=…`
  })
  return `${path}?${pairs.join('&')}`
}
