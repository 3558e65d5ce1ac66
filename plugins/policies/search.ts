import ShieldCheck from 'lucide-react/icons/shield-check'
import { segment } from '../../core/location.ts'
import type { Search } from '../../core/plugin.ts'
import { policies as calls } from './contract.ts'

/** The policies of the list, those aside whose document the storage server cannot tell: they have no page. */
export const policies: Search = async (_text, _signal, ask) => {
  const { policies, incomplete } = await ask(calls.list, { query: { limit: '1000' } })
  const hits = policies.filter(({ problem }) => !problem).map(({ name }) => ({ label: name, icon: ShieldCheck, to: `/policies/${segment(name)}` }))
  return { hits, ...(incomplete && { note: incomplete }) }
}
