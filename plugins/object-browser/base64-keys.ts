import { Failure } from 'stowage'
import * as messages from './messages.ts'

type EncodingQuery = { encoding?: 'plain' | undefined }

/** Decodes a text that is almost certainly base64; `undefined` for any other text. */
const decodeBase64Text = (text: string): string | undefined => {
  const plain = text.replaceAll(' ', '+')
  if (!/^(?:[A-Za-z0-9+/]{4})+$|^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/.test(plain))
    return undefined
  if (plain.length < 8 && !plain.endsWith('=')) return undefined
  const bytes = Buffer.from(plain, 'base64')
  const decoded = bytes.toString()
  const isText = bytes.toString('base64') === plain && Buffer.from(decoded).equals(bytes) && !/\p{Cc}/u.test(decoded)
  return isText ? decoded : undefined
}

/** Whether a key or prefix can only be base64 from a client of the former console. */
export const isBase64Key = (text: string, { encoding }: EncodingQuery) =>
  encoding !== 'plain' && decodeBase64Text(text) !== undefined

/**
 * Throws `Failure` 400 for a key or prefix that can only be base64 from a client of the former console, because it
 * would write to a wrong key or find nothing. `encoding=plain` disables the check.
 */
export const assertNotBase64Key = (text: string, { encoding }: EncodingQuery) => {
  const decoded = encoding === 'plain' ? undefined : decodeBase64Text(text)
  if (decoded === undefined) return
  throw new Failure(400, messages.nameSentAsBase64(text, decoded), {
    detail: messages.sendEncodingPlain,
  })
}
