/**
 * Characters that make a file name look like another one, or like a path: control characters, bidirectional overrides,
 * separators.
 */
export const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\\]/gu

/** File name for a key's download: its last segment without misleading characters. */
export const fileName = (key: string) => {
  const last = key.replace(/\/+$/, '').split('/').pop() ?? ''
  return /^\.{0,2}$/.test(last) ? 'download' : last.replace(misleading, '_')
}

/** File extensions by content coding (RFC 9110 8.4.1). */
const codingExtensions: Readonly<Record<string, readonly [usual: string, ...others: string[]]>> = {
  gzip: ['.gz', '.tgz', '.svgz'],
  'x-gzip': ['.gz', '.tgz', '.svgz'],
  deflate: ['.zz'],
  br: ['.br'],
  zstd: ['.zst'],
  compress: ['.Z'],
}

/** Codings of a `Content-Encoding`, the last applied first, without `identity`. */
export const codingsOf = (encoding: string): string[] =>
  encoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding && coding !== 'identity' && coding !== 'aws-chunked')
    .reverse()

/** Whether a name's extension already implies this coding. */
export const namesCoding = (name: string, coding: string) =>
  (codingExtensions[coding] ?? []).some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()))

/** File name for bytes as they are stored: `app.log.gz` if `app.log` is stored with gzip. */
export const compressedName = (name: string, encoding = '') =>
  codingsOf(encoding)
    .reverse()
    .reduce(
      (named, coding) => (namesCoding(named, coding) ? named : named + (codingExtensions[coding]?.[0] ?? '')),
      name,
    )
