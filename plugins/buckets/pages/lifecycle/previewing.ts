import { call } from '../../../../core/client.ts'
import type { Input } from '../../../../core/contract.ts'
import { type LifecyclePreview, lifecycleTools } from '../../contract.ts'
import { NAMED } from '../../lifecycle-tools.ts'

/** The rule to preview: one of the bucket's, or one that is being written. */
export type Previewed = Input<typeof lifecycleTools.preview>['body']['of']

/** How far a preview is: the sums of the pages so far, and where it goes on; `ended` once all was looked at. */
export type Sums = LifecyclePreview & { state: 'open' | 'ended' }

/** Where a preview begins. */
export const nothing: Sums = { looked: 0, count: 0, size: 0, keys: [], state: 'open' }

/** Goes on with a preview, a page at a time, until all was looked at or it is told to stop. */
export const preview = async (
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
      looked: sums.looked + page.looked,
      count: sums.count + page.count,
      size: sums.size + page.size,
      keys: [...sums.keys, ...page.keys].slice(0, NAMED),
      cursor: page.cursor,
      state: page.cursor === undefined ? 'ended' : 'open',
    }
    onStep(sums)
  }
}
