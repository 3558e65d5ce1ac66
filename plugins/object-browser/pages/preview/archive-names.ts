import { crc32 } from '../../transfers/crc32.ts'

/** Characters 128 to 255 of CP437, the default encoding of names in zips (APPNOTE D.1). */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'

/** Extra field with the name in UTF-8, which Info-ZIP adds to one in an older encoding. */
const UNICODE_PATH = 0x7075

export const dataViewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const utf8 = new TextDecoder('utf-8', { fatal: true })

const decode = (bytes: Uint8Array) => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Reads the Unicode field, which holds a version byte, the checksum of the older name, and the name. */
const unicodePath = (extra: Uint8Array, name: Uint8Array) => {
  const view = dataViewOf(extra)
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    const end = at + 4 + view.getUint16(at + 2, true)
    if (view.getUint16(at, true) !== UNICODE_PATH || end > extra.length || end < at + 9) continue
    // a program that renamed the entry without knowing this field left the former name in it
    if (view.getUint32(at + 5, true) !== crc32(name)) return undefined
    return decode(extra.subarray(at + 9, end))
  }
  return undefined
}

/**
 * Name of a zip entry: the Unicode field if it belongs to the name, else UTF-8 if the bytes are valid, whether flagged
 * or not, else CP437 (APPNOTE 4.6.9, D.1).
 */
export const entryName = (name: Uint8Array, extra: Uint8Array, isUtf8: boolean): string =>
  (!isUtf8 && unicodePath(extra, name)) ||
  (decode(name) ??
    (isUtf8
      ? new TextDecoder().decode(name)
      : Array.from(name, (byte) => (byte < 128 ? String.fromCharCode(byte) : cp437[byte - 128])).join('')))
