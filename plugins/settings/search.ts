import Settings from 'lucide-react/icons/settings'
import { call, type Search } from 'stowage/web'
import { settings as calls } from './contract.ts'

/** Sections, and settings by their labels and keys. */
export const settings: Search = async (text, signal) => {
  const { found, more } = await call(calls.find, { query: { text } }, { signal })
  return {
    hits: found.map(({ section, title, of }) => ({
      label: title,
      ...(of && { hint: of }),
      icon: Settings,
      to: `/settings/${section}`,
    })),
    all: !more,
  }
}
