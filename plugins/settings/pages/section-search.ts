import { foldCase, settingsGroups } from 'stowage'
import type { FormPanel } from 'stowage/web'
import type { Section } from '../contract.ts'

/** A section, and its settings that match a search. */
type Entry = { section: Section; hits: { key: string; title: string }[] }

/** A heading of the page with its sections and panels of plugins. */
export type Group = { group: string; entries: Entry[]; panels: FormPanel[] }

/**
 * Sections and panels by group. A search matches names of sections, keys, labels and help of settings, and titles and
 * descriptions of panels.
 */
export const contentsOf = (sections: readonly Section[], panels: readonly FormPanel[], search: string): Group[] => {
  const term = foldCase(search.trim())
  const matchesText = (...texts: (string | undefined)[]) =>
    texts.some((text) => text !== undefined && foldCase(text).includes(term))
  const entries = sections
    .map((section): Entry => {
      const settings = section.settings.filter(({ key, title, hint, description }) =>
        matchesText(key, title, hint, description),
      )
      return { section, hits: term ? settings.map(({ key, title }) => ({ key, title })) : [] }
    })
    .filter(({ section: { key, title, description }, hits }) => hits.length > 0 || matchesText(key, title, description))
  const matchingPanels = panels.filter(({ title, about }) => matchesText(title, about))
  return settingsGroups
    .map((group) => ({
      group,
      entries: entries.filter(({ section }) => section.group === group),
      panels: matchingPanels.filter((panel) => (panel.group ?? 'Other') === group),
    }))
    .filter((one) => one.entries.length + one.panels.length > 0)
}
