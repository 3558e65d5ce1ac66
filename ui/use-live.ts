import type { InferOutput } from 'valibot'
import { useState } from 'react'
import type { Optional } from '../core/web/client.ts'
import type { Feed, Input } from '../core/protocol/contract.ts'
import { createRingBuffer } from './ring-buffer.ts'
import { useFeed } from '../core/web/use-feed.ts'
import type { Live } from './live-page.tsx'

/** Maximum number of buffered rows. */
export const MAX_ROWS = 10_000

/** A feed for a `LivePage`, with its input. */
export const useLive = <E extends Feed>(feed: E, ...input: Optional<Input<E>>): Live<InferOutput<E['reply']>> => {
  const [ring] = useState(() => createRingBuffer<InferOutput<E['reply']>>(MAX_ROWS))
  const { start, ...rest } = useFeed(feed, ring.push, ring.addLost)
  return { ...rest, ring, start: () => start(...input) }
}
