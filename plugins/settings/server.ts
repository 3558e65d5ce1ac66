import * as v from 'valibot'
import { Failure, fitting, TargetName } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { Applied, SettingsBackend } from './backend.ts'
import { isSection, type Page, pages, type Section, settings } from './contract.ts'
import { withoutSecrets } from './lines.ts'
import { elsewhere, settingsOf, shapeOf } from './sections.ts'
import { compare, importText, written } from './whole.ts'

const sectionName = (name: string) => {
  if (!isSection(name) || elsewhere(name)) throw new Failure(404, `There is no section "${name}" here`)
  return name
}

/** A target's name stands in a line of the configuration, and must be no more than that. */
const targetName = (name: string) => {
  const { issues } = v.safeParse(TargetName, name)
  if (issues) throw new Failure(422, `target in path: ${issues[0].message}`, { field: 'target' })
  return name
}

/** Reads `logger_webhook:peer` of a path; a target named in the body counts where the path names none. */
const named = (text: string, other: string) => {
  const [name = '', target = other] = text.split(':')
  return { name, target: targetName(target) }
}

type KeyValues = readonly { key: string; value: string }[]

const valuesOf = (all: KeyValues) => Object.fromEntries(all.map(({ key, value }) => [key, value]))

/** What was done, told with whether it counts only after a restart. */
const withRestart = async (applied: Promise<Applied>, { needRestart }: { needRestart(): void }) => {
  const restart = (await applied) === 'restarted'
  if (restart) needRestart()
  return { restart }
}

/** A section and its settings, as a search names them. */
const findable = ({ key: section, settings: all }: Section) => {
  const shape = shapeOf(section)
  const own = settingsOf(shape, all).filter(({ key }) => key !== 'comment')
  return [
    { section, title: `${shape.title} (${section})` },
    ...own.map(({ key, title }) => ({ section, title: `${title} (${key})`, of: shape.title })),
  ]
}

export default {
  id: 'settings',
  pages,
  routes: serve(settings, {
    list: async ({ backend }) => {
      const configurations = (await backend.list()).filter(({ key }) => !elsewhere(key))
      return { configurations, total: configurations.length }
    },
    section: async ({ backend, params }) => {
      const { name, target: asked } = named(params.name, '_')
      const section = await backend.section(sectionName(name))
      const values = section.targets.find(({ target }) => target === asked)?.values ?? {}
      const key_values = section.settings.map(({ key }) => ({ key, ...(values[key] && { value: values[key] }) }))
      return { name: params.name, key_values, ...section }
    },
    put: ({ backend, params, body, needRestart }) => {
      const given = body.key_values.filter(({ value }) => value !== '')
      if (given.length === 0)
        throw new Failure(422, 'key_values in body: give at least one setting a value', { field: 'key_values' })
      const { name, target } = named(params.name, body.arn_resource_id)
      return withRestart(backend.save(sectionName(name), target, valuesOf(given)), { needRestart })
    },
    save: ({ backend, params, body, needRestart }) =>
      withRestart(backend.save(sectionName(params.name), targetName(params.target), valuesOf(body.key_values)), {
        needRestart,
      }),
    reset: ({ backend, params, needRestart }) =>
      withRestart(backend.reset(sectionName(params.name), targetName(params.target)), { needRestart }),
    test: async ({ backend, params, body }) => ({
      steps: await backend.test(sectionName(params.name), targetName(params.target), valuesOf(body.key_values), body),
    }),
    history: async ({ backend }) => ({
      entries: (await backend.history()).map(({ lines, ...entry }) => ({ ...entry, lines: lines.map(withoutSecrets) })),
    }),
    restore: async ({ backend, params, needRestart }) => {
      const entry = (await backend.history()).find(({ id }) => id === params.id)
      if (!entry) throw new Failure(404, 'There is no such entry in the history of changes')
      let restart = false
      for (const { section, target: name, values } of entry.lines)
        if (
          (await (entry.kind === 'reset' ? backend.reset(section, name) : backend.save(section, name, values))) ===
          'restarted'
        )
          restart = true
      if (restart) needRestart()
      return { restart }
    },
    export: async ({ backend, query }) => written(await backend.reveal(), query.secrets),
    compare: ({ backend, body }) => compare(backend, body.text),
    import: async ({ backend, body, needRestart }) => {
      const outcome = await importText(backend, body.text)
      if (outcome.restart) needRestart()
      return outcome
    },
    find: async ({ backend, query }) => {
      const sections = (await backend.list()).filter(({ key }) => !elsewhere(key))
      return fitting(sections.flatMap(findable), query.text, ({ title }) => title)
    },
  }),
  adapters: {
    embedded: () => import('./embedded/adapter.ts'),
    minio: () => import('./minio/adapter.ts'),
  },
} satisfies ServerPlugin<Page, SettingsBackend>
