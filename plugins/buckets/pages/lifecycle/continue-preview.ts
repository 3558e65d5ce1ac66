import { call } from 'stowage/web'
import type { Input } from 'stowage'
import { type LifecyclePreview, lifecycleTools } from '../../contract.ts'
import { MAX_PREVIEW_KEYS } from '../../lifecycle-tools.ts'

/** The rule to preview: an existing one, or a new one. */
export type Previewed = Input<typeof lifecycleTools.preview>['body']['of']

/** Progress of a preview: sums of the pages so far and the next cursor; `ended` at the end of the bucket. */
export type Sums = LifecyclePreview & { state: 'open' | 'ended' }

/** Initial progress. */
export const emptySums: Sums = { scanned: 0, count: 0, size: 0, keys: [], state: 'open' }

/** Continues a preview page by page until the end of the bucket or until `signal` aborts. */
export const continuePreview = async (
  bucket: string,
  of: Previewed,
  from: Sums,
  onStep: (sums: Sums) => void,
  signal: AbortSignal,
) => {
  let sums = from
  while (sums.state === 'open' && !signal.aborted) {
    const { cursor } = sums
    const page = await call(lifecycleTools.preview, {
      params: { bucket },
      body: { of, ...(cursor !== undefined && { cursor }) },
    })
    if (signal.aborted) return
    sums = {
      scanned: sums.scanned + page.scanned,
      count: sums.count + page.count,
      size: sums.size + page.size,
      keys: [...sums.keys, ...page.keys].slice(0, MAX_PREVIEW_KEYS),
      cursor: page.cursor,
      state: page.cursor === undefined ? 'ended' : 'open',
    }
    onStep(sums)
  }
}
