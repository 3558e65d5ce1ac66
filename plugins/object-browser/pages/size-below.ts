import { subscribeFeed } from 'stowage/web'
import { finding } from '../finding/contract.ts'

/** Time limit of a count, in ms. */
const TIMEOUT = 2000

const sizeOf = (bucket: string, prefix: string, signal: AbortSignal) =>
  new Promise<number | undefined>((resolve) => {
    const unsubscribe = subscribeFeed(
      finding.measure,
      {
        onMessage: ({ size, state }) => {
          if (state !== 'done') return
          resolve(size)
          unsubscribe()
        },
        onEnd: () => resolve(undefined),
      },
      { params: { bucket }, query: { prefix } },
    )
    signal.addEventListener('abort', () => {
      resolve(undefined)
      unsubscribe()
    })
  })

/** Total bytes below some folders; `undefined` if the server cannot count them within two seconds. */
export const sizeBelow = async (bucket: string, folders: readonly string[]): Promise<number | undefined> => {
  const signal = AbortSignal.timeout(TIMEOUT)
  let sum = 0
  for (const folder of folders) {
    const size = signal.aborted ? undefined : await sizeOf(bucket, folder, signal)
    if (size === undefined) return undefined
    sum += size
  }
  return sum
}
