import { call } from 'stowage/web'
import { type Item, objects } from './contract.ts'

/** First listed item of a key; `undefined` if it is not listed. */
export const newestOf = async (bucket: string, key: string, query: { recursive?: 'true'; with_versions?: 'true' }) => {
  // SeaweedFS may list `a-b` before `a`
  for (const limit of ['1', '1000']) {
    const page = await call(objects.list, { params: { bucket }, query: { ...query, prefix: key, limit } })
    const newest: Item | undefined = page.objects.find(({ name }) => name === key)
    if (newest || page.objects.length === 0) return newest
  }
  return undefined
}
