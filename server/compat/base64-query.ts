import type { Endpoint } from '../../core/protocol/contract.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { queryNotBase64 } from '../messages.ts'

/**
 * Decodes base64 text; a `+` that the client did not escape arrives as a space (console-api 9.1). `undefined` for
 * invalid base64.
 */
const decoded = (text: string): string | undefined => {
  const plain = text.replaceAll(' ', '+')
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.toString('base64') !== plain) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decodes the base64 field of a query that a client of the former console sent.
 *
 * @throws `Failure` 422 for a field that is not base64.
 */
export const decodeBase64Field = (
  { base64: field }: Pick<Endpoint, 'base64'>,
  query: Record<string, string | string[]>,
): Record<string, string | string[]> => {
  const value = field === undefined || query.encoding === 'plain' ? undefined : query[field]
  if (field === undefined || typeof value !== 'string' || value === '') return query
  const text = decoded(value)
  if (text !== undefined) return { ...query, [field]: text }
  throw new Failure(422, queryNotBase64(field), {
    field,
    detail: 'CONSOLE_LEGACY_API is on',
  })
}
