import type { Range } from './backend.ts'

/** A `Range` header's single span; anything else (several spans, another unit) is ignored, as RFC 9110 14.2 allows. */
export const parseRange = (header: string | string[] | undefined): Range | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(String(header ?? ''))
  if (!match || (!match[1] && !match[2])) return undefined
  return { start: match[1] ? Number(match[1]) : undefined, end: match[2] ? Number(match[2]) : undefined }
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` for a key's last segment (RFC 6266 and 8187): plain ASCII for old readers, the exact name beside it. */
export const disposition = (key: string) => {
  const name = key.replace(/\/+$/, '').split('/').pop() || 'download'
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(name)}`
}
