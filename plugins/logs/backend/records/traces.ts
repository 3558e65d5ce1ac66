import { type AuditRow, sourceOf } from './record.ts'

/** Bits per token, and bits set per token: a false positive rate of about 1 %. */
const [ROOM, SET] = [10, 5]

/** Hashes of a token, which are the same for every filter. */
export type TokenHashes = readonly [number, number]

/** FNV-1a and a second hash, computed in one pass. */
export const hashesOf = (token: string): TokenHashes => {
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13)
  }
  return [one >>> 0, (other | 1) >>> 0]
}

/** Filter token for the value of a field. */
export const tokenOf = (field: string, value: string) => `${field}:${value}`

/** Filter tokens for the first parent folders of a key; deeper folders are not indexed. */
export const foldersOf = (key: string): string[] => {
  const folders: string[] = []
  for (let at = key.indexOf('/'); at >= 0 && folders.length < 8; at = key.indexOf('/', at + 1))
    folders.push(tokenOf('folder', key.slice(0, at + 1)))
  return folders
}

const tokenFields = ['bucket', 'object', 'api_name', 'request_id', 'user_agent', 'response_status'] as const

/** Deduplicates values: many rows share them. */
const tokensIn = (rows: readonly AuditRow[]) => {
  const folders = new Set(rows.map(({ object }) => object.slice(0, object.lastIndexOf('/') + 1)))
  return [
    ...tokenFields.flatMap((field) =>
      Array.from(new Set(rows.map((row) => row[field])), (value) => tokenOf(field, value)),
    ),
    ...Array.from(new Set(rows.map(sourceOf)), (source) => tokenOf('source', source)),
    ...new Set([...folders].flatMap(foldersOf)),
  ]
}

/** Builds a Bloom filter over the rows of a block, small enough to check for every block. */
export const createBloomFilter = (rows: readonly AuditRow[]): Buffer => {
  const tokens = tokensIn(rows)
  const traces = Buffer.alloc(Math.ceil((tokens.length * ROOM) / 8))
  const size = traces.length * 8
  for (const token of tokens) {
    const [one, other] = hashesOf(token)
    for (let turn = 0; turn < SET; turn += 1) {
      const bit = (one + turn * other) % size
      traces[bit >> 3] = (traces[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return traces
}

/** Whether the filter may contain the token with these hashes; `false` is definite. */
export const mayContain = (traces: Buffer, [one, other]: TokenHashes): boolean => {
  const size = traces.length * 8
  for (let turn = 0; turn < SET; turn += 1) {
    const bit = (one + turn * other) % size
    if (((traces[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}
