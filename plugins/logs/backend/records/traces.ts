import { type AuditRow, sourceOf } from './record.ts'

/** Bits per token, and bits set per token: a false positive rate of about 1 %. */
const [ROOM, SET] = [10, 5]

/** FNV-1a and a second hash, computed in one pass. */
const hashes = (token: string): [number, number] => {
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13)
  }
  return [one >>> 0, (other | 1) >>> 0]
}

const bitsOf = (token: string, size: number) => {
  const [one, other] = hashes(token)
  return Array.from({ length: SET }, (_, turn) => (one + turn * other) % size)
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
  for (const token of tokens)
    for (const bit of bitsOf(token, traces.length * 8)) traces[bit >> 3] = (traces[bit >> 3] ?? 0) | (1 << (bit & 7))
  return traces
}

/** Whether the filter may contain the token; `false` is definite. */
export const mayContain = (traces: Buffer, token: string): boolean =>
  bitsOf(token, traces.length * 8).every((bit) => ((traces[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
