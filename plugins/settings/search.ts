import Settings from 'lucide-react/icons/settings'
import { call, isFormPanel, type Search } from 'stowage/web'
import { includesIgnoringCase } from 'stowage'
import { panelAddress } from './addresses.ts'
import { settings as calls } from './contract.ts'

/** Sections and settings by their labels and keys, and panels of plugins by their titles. */
export const settings: Search = async (text, signal, { panels }) => {
  const { results, hasMore } = await call(calls.find, { query: { text } }, { signal })
  const matchingPanels = panels.filter(isFormPanel).filter(({ title }) => includesIgnoringCase(title, text))
  return {
    hits: [
      ...matchingPanels.map(({ id, title, about }) => ({
        label: title,
        hint: about,
        icon: Settings,
        to: panelAddress(id),
      })),
      ...results.map(({ section, title, sectionTitle }) => ({
        label: title,
        ...(sectionTitle && { hint: sectionTitle }),
        icon: Settings,
        to: `/settings/${section}`,
      })),
    ],
    all: !hasMore,
  }
}
