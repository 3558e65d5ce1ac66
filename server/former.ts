import type { Endpoint } from '../core/contract.ts'
import { Failure } from '../core/failure.ts'

/**
 * The text that base64 stands for; a `+` that nobody escaped has come as a blank (console-api 9.1). `undefined` for no
 * base64.
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
 * A query of the former console's clients, with its base64 field as plain text. Throws `Failure` 422 where it is none.
 */
export const readFormer = (
  { base64: field }: Pick<Endpoint, 'base64'>,
  query: Record<string, string | string[]>,
): Record<string, string | string[]> => {
  const value = field === undefined || query.encoding === 'plain' ? undefined : query[field]
  if (field === undefined || typeof value !== 'string' || value === '') return query
  const text = decoded(value)
  if (text !== undefined) return { ...query, [field]: text }
  throw new Failure(422, `${field} in query: send it as base64, or with encoding=plain`, 'CONSOLE_LEGACY_PREFIX is on')
}
