import { type AuditRow, sourceOf } from './record.ts'

/** Bits for each token, and how many of them it sets: of a hundred blocks that lack a token one seems to have it. */
const [ROOM, SET] = [10, 5]

/** FNV-1a, and a second one of the same run. */
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

/** A value of a field, as a block's traces have it. */
export const tokenOf = (field: string, value: string) => `${field}:${value}`

/** The first folders that a key lies in, as a block's traces have them: of deeper ones there is none. */
export const foldersOf = (key: string): string[] => {
  const folders: string[] = []
  for (let at = key.indexOf('/'); at >= 0 && folders.length < 8; at = key.indexOf('/', at + 1))
    folders.push(tokenOf('folder', key.slice(0, at + 1)))
  return folders
}

const traced = ['bucket', 'object', 'api_name', 'request_id', 'user_agent', 'response_status'] as const

/** Each value once: many rows have the same. */
const tokensIn = (rows: readonly AuditRow[]) => {
  const folders = new Set(rows.map(({ object }) => object.slice(0, object.lastIndexOf('/') + 1)))
  return [
    ...traced.flatMap((field) => Array.from(new Set(rows.map((row) => row[field])), (value) => tokenOf(field, value))),
    ...Array.from(new Set(rows.map(sourceOf)), (source) => tokenOf('source', source)),
    ...new Set([...folders].flatMap(foldersOf)),
  ]
}

/** What rows have, in so little room that it can be asked of all of them: a Bloom filter. */
export const tracesOf = (rows: readonly AuditRow[]): Buffer => {
  const tokens = tokensIn(rows)
  const traces = Buffer.alloc(Math.ceil((tokens.length * ROOM) / 8))
  for (const token of tokens)
    for (const bit of bitsOf(token, traces.length * 8)) traces[bit >> 3] = (traces[bit >> 3] ?? 0) | (1 << (bit & 7))
  return traces
}

/** Whether the rows may have a token; where it says no, they have not. */
export const mayHave = (traces: Buffer, token: string): boolean =>
  bitsOf(token, traces.length * 8).every((bit) => ((traces[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
