import { enforceLength } from '../../lib/content-length.ts'
import type { createChecksummer } from './checksums.ts'

/** Content to store: exactly `size` bytes. */
export type Content = { size: number; body: AsyncIterable<Uint8Array>; signal: AbortSignal }

/** Passes the content through and adds it to the checksums. */
export async function* withChecksums({ size, body }: Content, sums: ReturnType<typeof createChecksummer>) {
  for await (const chunk of enforceLength(body, size)) {
    sums.add(chunk)
    yield chunk
  }
}
