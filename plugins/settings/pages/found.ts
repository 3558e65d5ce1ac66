import { fold } from 'stowage'
import type { SettingsPanel } from 'stowage/web'
import type { Section } from '../contract.ts'
import { groups, type SectionShape, settingsOf, shapeOf, shapes } from '../sections.ts'

/** A section, and the settings in it that a search finds. */
export type Entry = { section: Section; shape: SectionShape; hits: { key: string; title: string }[] }

const rank = (id: string) => {
  const at = shapes.findIndex((shape) => shape.id === id)
  return at < 0 ? shapes.length : at
}

/** The panels whose title or sentence holds a text. */
export const panelsWith = (panels: readonly SettingsPanel[], search: string) => {
  const word = fold(search.trim())
  return panels.filter(({ title, about }) => fold(`${title} ${about}`).includes(word))
}

/** The sections by group in the page's order; with a search only what it finds, by names, keys and what help says. */
export const grouped = (sections: readonly Section[], search: string): { group: string; entries: Entry[] }[] => {
  const word = fold(search.trim())
  const holds = (...texts: (string | undefined)[]) =>
    texts.some((text) => text !== undefined && fold(text).includes(word))
  const entries = sections
    .map((section): Entry => {
      const shape = shapeOf(section.key)
      const settings = settingsOf(shape, section.settings).filter(({ key, title, hint }) =>
        holds(key, title, hint, section.settings.find((told) => told.key === key)?.description),
      )
      return { section, shape, hits: word ? settings.map(({ key, title }) => ({ key, title })) : [] }
    })
    .filter(({ section, shape, hits }) => hits.length > 0 || holds(section.key, shape.title, section.description))
    .sort((one, other) => rank(one.section.key) - rank(other.section.key))
  return groups
    .map((group) => ({ group, entries: entries.filter(({ shape }) => shape.group === group) }))
    .filter((one) => one.entries.length > 0)
}
