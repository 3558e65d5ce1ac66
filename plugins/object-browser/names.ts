/**
 * What makes a name look like another one, or like a path, wherever it is saved: controls, what turns the writing's
 * direction, separators.
 */
export const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\\]/gu

/** The name under which a key is saved as a file: its last segment, with nothing in it that misleads. */
export const fileName = (key: string) => {
  const last = key.replace(/\/+$/, '').split('/').pop() ?? ''
  return /^\.{0,2}$/.test(last) ? 'download' : last.replace(misleading, '_')
}

/** Endings of files that are compressed so, by their content coding (RFC 9110 8.4.1). */
const endings: Readonly<Record<string, readonly [usual: string, ...others: string[]]>> = {
  gzip: ['.gz', '.tgz', '.svgz'],
  'x-gzip': ['.gz', '.tgz', '.svgz'],
  deflate: ['.zz'],
  br: ['.br'],
  zstd: ['.zst'],
  compress: ['.Z'],
}

/** The codings of a `Content-Encoding`, the last applied first; what changes nothing in the bytes is left out. */
export const codingsOf = (encoding: string): string[] =>
  encoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding && coding !== 'identity' && coding !== 'aws-chunked')
    .reverse()

/** Whether a name says by its ending that the file is compressed so. */
export const namesCoding = (name: string, coding: string) =>
  (endings[coding] ?? []).some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()))

/** The name of a file with the bytes as they are stored: `app.log.gz` where `app.log` is stored with gzip. */
export const compressedName = (name: string, encoding = '') =>
  codingsOf(encoding)
    .reverse()
    .reduce((named, coding) => (namesCoding(named, coding) ? named : named + (endings[coding]?.[0] ?? '')), name)
