import Layers from 'lucide-react/icons/layers'
import { call, type Search } from 'stowage/web'
import { tiers as calls } from './contract.ts'
import { typeOf } from './types.ts'

/** Finds tiers by name; each result links to its row in the list. */
export const tiers: Search = async (text, signal) => {
  const { results, hasMore } = await call(calls.find, { query: { text } }, { signal })
  return {
    hits: results.map(({ name, type }) => ({
      label: name,
      hint: typeOf(type)?.title ?? 'Other',
      icon: Layers,
      to: `/tiers?search=${encodeURIComponent(name)}`,
    })),
    all: !hasMore,
  }
}
