import { Failure } from 'stowage'
import * as messages from './messages.ts'

type Said = { encoding?: 'plain' | undefined }

/** Decodes a text that is almost certainly base64; `undefined` for any other text. */
const hidden = (text: string): string | undefined => {
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
export const seemsFormer = (text: string, { encoding }: Said) => encoding !== 'plain' && hidden(text) !== undefined

/**
 * Throws `Failure` 400 for a key or prefix that can only be base64 from a client of the former console, because it
 * would write to a wrong key or find nothing. `encoding=plain` disables the check.
 */
export const refuseFormer = (text: string, { encoding }: Said) => {
  const decoded = encoding === 'plain' ? undefined : hidden(text)
  if (decoded === undefined) return
  throw new Failure(400, messages.nameSentAsBase64(text, decoded), {
    detail: messages.sendEncodingPlain,
  })
}
