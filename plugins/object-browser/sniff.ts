/** How an object is previewed, determined by its first bytes. */
export type PreviewKind = 'image' | 'audio' | 'video' | 'pdf' | 'text' | 'parquet' | 'zip' | 'tar' | 'bytes'

/** Result of `sniff`; `type` is a media type that never runs scripts. */
export type SniffResult = { kind: PreviewKind; type: string }

/** Number of bytes that `sniff` reads. */
export const SNIFFED_BYTES = 4096

const BYTES = 'application/octet-stream'

type Signature = readonly [signature: string, kind: PreviewKind, type: string, at?: number]

/** Signatures with a byte that never occurs in text, so they are sufficient. `.` stands for any byte. */
const binarySignatures: readonly Signature[] = [
  ['\x89PNG\r\n\x1a\n', 'image', 'image/png'],
  ['\xff\xd8\xff', 'image', 'image/jpeg'],
  ['BM....\0\0\0\0', 'image', 'image/bmp'],
  ['\0\0\x01\0', 'image', 'image/x-icon'],
  ['\xff\xfb', 'audio', 'audio/mpeg'],
  ['\xff\xf3', 'audio', 'audio/mpeg'],
  ['\xff\xf2', 'audio', 'audio/mpeg'],
  ['\xff\xf1', 'audio', 'audio/aac'],
  ['\xff\xf9', 'audio', 'audio/aac'],
  ['\x1aE\xdf\xa3', 'video', 'video/webm'],
  ['PK\x03\x04', 'zip', BYTES],
  ['PK\x05\x06', 'zip', BYTES],
]

/** Signatures of printable characters. Text may start with them too, so they count only if the bytes are not text. */
const printableSignatures: readonly Signature[] = [
  ['GIF87a', 'image', 'image/gif'],
  ['GIF89a', 'image', 'image/gif'],
  ['RIFF....WEBPVP8', 'image', 'image/webp'],
  ['RIFF....WAVE', 'audio', 'audio/wav'],
  ['fLaC', 'audio', 'audio/flac'],
  ['OggS\0.......................OpusHead', 'audio', 'audio/ogg'],
  ['OggS\0.......................\x01vorbis', 'audio', 'audio/ogg'],
  ['OggS\0.......................\x7fFLAC', 'audio', 'audio/ogg'],
  ['OggS\0', 'video', 'video/ogg'],
  ['PAR1', 'parquet', BYTES],
  ['ustar', 'tar', BYTES, 257],
]

/** Contents of an MPEG-4 container by its brand (mp4ra.org); any other brand is a video. */
const brands: Readonly<Record<string, SniffResult>> = {
  avif: { kind: 'image', type: 'image/avif' },
  avis: { kind: 'image', type: 'image/avif' },
  'M4A ': { kind: 'audio', type: 'audio/mp4' },
  'M4B ': { kind: 'audio', type: 'audio/mp4' },
  // HEIF and raw images, which browsers do not display
  ...Object.fromEntries(
    ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'mif2', 'msf1', 'crx '].map((brand) => [
      brand,
      { kind: 'bytes', type: BYTES },
    ]),
  ),
}

/** Size limit of a plausible `ftyp` box, in bytes. */
const MAX_BOX_SIZE = 64 * 1024

const matches = (head: Uint8Array, [signature, , , at = 0]: Signature) => {
  for (let index = 0; index < signature.length; index += 1) {
    const expected = signature.charCodeAt(index)
    if (expected !== 0x2e && head[at + index] !== expected) return false
  }
  return true
}

const asciiOf = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/** An MPEG-4 container: a box that states its size, its type and a brand (ISO 14496-12). */
const containerOf = (head: Uint8Array): SniffResult | undefined => {
  if (head.length < 12 || asciiOf(head.subarray(4, 8)) !== 'ftyp') return undefined
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0)
  if (size < 12 || size > MAX_BOX_SIZE) return undefined
  const brand = asciiOf(head.subarray(8, 12))
  return (Object.hasOwn(brands, brand) && brands[brand]) || { kind: 'video', type: 'video/mp4' }
}

/** An ID3 tag has a version below 16 after its three letters. */
const isId3 = (head: Uint8Array) => asciiOf(head.subarray(0, 3)) === 'ID3' && (head[3] ?? 0xff) < 0x10

/** `%PDF-` may follow a byte order mark, empty lines or printer commands, within the first 1,024 bytes. */
const isPdf = (head: Uint8Array) => /(?:^(?:\xef\xbb\xbf)?|[\r\n])\s*%PDF-\d/.test(asciiOf(head.subarray(0, 1024)))

/** Text encodings that are recognized. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Text encoding of the bytes, or `undefined` if they are not text. A byte order mark decides; otherwise it is UTF-8, or
 * Windows-1252 if most non-ASCII bytes are invalid UTF-8. Bytes with control characters are binary.
 */
export const encodingOf = (bytes: Uint8Array): Encoding | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // `stream` tolerates a truncated last character
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text)) return undefined
  const invalidCount = text.match(/\ufffd/g)?.length ?? 0
  if (invalidCount === 0) return 'utf-8'
  const validCount = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0
  if (invalidCount <= validCount) return 'utf-8'
  return bytes.some((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte)) ? undefined : 'windows-1252'
}

/** Detects a file's type by its first `HEAD` bytes, or all it has; its name and stored type are ignored. */
export const sniff = (head: Uint8Array): SniffResult => {
  const encoding = encodingOf(head)
  const signatures = encoding ? binarySignatures : [...binarySignatures, ...printableSignatures]
  const signature = signatures.find((signature) => matches(head, signature))
  if (signature) return { kind: signature[1], type: signature[2] }
  if (isPdf(head)) return { kind: 'pdf', type: 'application/pdf' }
  if (encoding) return { kind: 'text', type: `text/plain; charset=${encoding}` }
  if (isId3(head)) return { kind: 'audio', type: 'audio/mpeg' }
  return containerOf(head) ?? { kind: 'bytes', type: BYTES }
}
