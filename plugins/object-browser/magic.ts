/** What a file is to be shown as, by its first bytes. */
export type Kind = 'image' | 'audio' | 'video' | 'pdf' | 'text' | 'parquet' | 'zip' | 'tar' | 'bytes'

/** What the first bytes say: `type` is one in which nothing runs, whatever else the file may be. */
export type Sniffed = { kind: Kind; type: string }

/** So many bytes are looked at. */
export const HEAD = 4096

/** Bytes at a place that only files of one type begin with; `.` stands for any byte. */
const marks: readonly (readonly [mark: string, Kind, type: string, at?: number])[] = [
  ['\x89PNG\r\n\x1a\n', 'image', 'image/png'],
  ['\xff\xd8\xff', 'image', 'image/jpeg'],
  ['GIF87a', 'image', 'image/gif'],
  ['GIF89a', 'image', 'image/gif'],
  ['RIFF....WEBPVP8', 'image', 'image/webp'],
  ['ftypavif', 'image', 'image/avif', 4],
  ['ftypavis', 'image', 'image/avif', 4],
  ['BM....\0\0\0\0', 'image', 'image/bmp'],
  ['\0\0\x01\0', 'image', 'image/x-icon'],
  ['ID3', 'audio', 'audio/mpeg'],
  ['\xff\xfb', 'audio', 'audio/mpeg'],
  ['\xff\xf3', 'audio', 'audio/mpeg'],
  ['\xff\xf2', 'audio', 'audio/mpeg'],
  ['\xff\xf1', 'audio', 'audio/aac'],
  ['\xff\xf9', 'audio', 'audio/aac'],
  ['fLaC', 'audio', 'audio/flac'],
  ['RIFF....WAVE', 'audio', 'audio/wav'],
  ['OggS........................OpusHead', 'audio', 'audio/ogg'],
  ['OggS........................\x01vorbis', 'audio', 'audio/ogg'],
  ['OggS........................\x7fFLAC', 'audio', 'audio/ogg'],
  ['ftypM4A', 'audio', 'audio/mp4', 4],
  ['OggS', 'video', 'video/ogg'],
  ['ftypheic', 'bytes', 'application/octet-stream', 4],
  ['ftypmif1', 'bytes', 'application/octet-stream', 4],
  ['ftyp', 'video', 'video/mp4', 4],
  ['\x1aE\xdf\xa3', 'video', 'video/webm'],
  ['%PDF-', 'pdf', 'application/pdf'],
  ['PAR1', 'parquet', 'application/octet-stream'],
  ['PK\x03\x04', 'zip', 'application/octet-stream'],
  ['PK\x05\x06', 'zip', 'application/octet-stream'],
  ['ustar', 'tar', 'application/octet-stream', 257],
]

const begins = (head: Uint8Array, mark: string, at: number) => {
  for (let place = 0; place < mark.length; place += 1) {
    const wanted = mark.charCodeAt(place)
    if (wanted !== 0x2e && head[at + place] !== wanted) return false
  }
  return true
}

/**
 * How text is written in bytes, where they can be text: a mark at the beginning says so, or nothing in them is no text.
 */
export const encodingOf = (head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  try {
    // the last letter may be cut in two
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) ? undefined : 'utf-8'
  } catch {
    return undefined
  }
}

/**
 * What a file is by its first `HEAD` bytes, or all that it has; neither its name nor the type that it was given count.
 */
export const sniff = (head: Uint8Array): Sniffed => {
  const found = marks.find(([mark, , , at = 0]) => begins(head, mark, at))
  if (found) return { kind: found[1], type: found[2] }
  const encoding = encodingOf(head)
  return encoding
    ? { kind: 'text', type: `text/plain; charset=${encoding}` }
    : { kind: 'bytes', type: 'application/octet-stream' }
}
