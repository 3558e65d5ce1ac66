import ShieldCheck from 'lucide-react/icons/shield-check'
import { call, type Search } from 'stowage/web'
import { encodeSegment } from 'stowage'
import { policies as calls } from './contract.ts'

export const policies: Search = async (text, signal) => {
  const { found, more, incomplete } = await call(calls.find, { query: { text } }, { signal })
  return {
    hits: found.map((name) => ({ label: name, icon: ShieldCheck, to: `/policies/${encodeSegment(name)}` })),
    all: !more,
    ...(incomplete && { note: incomplete }),
  }
}
