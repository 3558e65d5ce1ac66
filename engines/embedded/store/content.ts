import { exactly } from '../../../core/exactly.ts'
import type { sumUp } from './checksums.ts'

/** What is to be stored: `size` bytes, no more and no less. */
export type Content = { size: number; body: AsyncIterable<Uint8Array>; signal: AbortSignal }

/** The bytes of a content, each added to its sums on the way. */
export async function* summed({ size, body }: Content, sums: ReturnType<typeof sumUp>) {
  for await (const chunk of exactly(body, size)) {
    sums.add(chunk)
    yield chunk
  }
}
