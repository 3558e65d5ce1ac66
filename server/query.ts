import { Failure } from '../core/protocol/failure.ts'
import { queryHasTooManyValues, queryEncodingInvalid } from './messages.ts'

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Failure(400, queryEncodingInvalid)
  }
}

/** Maximum number of query values. */
const MAX_VALUES = 100

/**
 * Parses the query of a raw address, decoded once; `+` is a space, as in forms. A repeated name becomes a list, which
 * schemas of a single value reject. Throws `Failure` 400 for an invalid encoding, 422 for more than 100 values.
 */
export const readQuery = (address: string): Record<string, string | string[]> => {
  const start = address.indexOf('?')
  const pairs =
    start < 0
      ? []
      : address
          .slice(start + 1)
          .split('&')
          .filter(Boolean)
  if (pairs.length > MAX_VALUES) throw new Failure(422, queryHasTooManyValues(MAX_VALUES))
  const query: Record<string, string | string[]> = Object.create(null)
  for (const pair of pairs) {
    const split = pair.indexOf('=')
    const name = decode(split < 0 ? pair : pair.slice(0, split))
    const value = split < 0 ? '' : decode(pair.slice(split + 1))
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return query
}
