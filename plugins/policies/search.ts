import ShieldCheck from 'lucide-react/icons/shield-check'
import { call } from '../../core/client.ts'
import { segment } from '../../core/location.ts'
import type { Search } from '../../core/plugin.ts'
import { policies as calls } from './contract.ts'

export const policies: Search = async (text, signal) => {
  const { found, more, incomplete } = await call(calls.find, { query: { text } }, { signal })
  return {
    hits: found.map((name) => ({ label: name, icon: ShieldCheck, to: `/policies/${segment(name)}` })),
    all: !more,
    ...(incomplete && { note: incomplete }),
  }
}
