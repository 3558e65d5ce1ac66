import ShieldCheck from 'lucide-react/icons/shield-check'
import { call, type Search } from 'stowage/web'
import { encodeSegment } from 'stowage'
import { policies as calls } from './contract.ts'

export const policies: Search = async (text, signal) => {
  const { results, hasMore, incomplete } = await call(calls.find, { query: { text } }, { signal })
  return {
    hits: results.map((name) => ({ label: name, icon: ShieldCheck, to: `/policies/${encodeSegment(name)}` })),
    all: !hasMore,
    ...(incomplete && { note: incomplete }),
  }
}
