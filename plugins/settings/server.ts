import * as v from 'valibot'
import { type ClaimedSection, Failure, filterMatches, TargetName } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { Applied, SettingsBackend, StoredSection } from './backend.ts'
import { isSection, type Page, pages, type Section, settings } from './contract.ts'
import { withoutSecrets } from './lines.ts'
import { hiddenReason, rankOf, sectionOf, sections, settingsOf } from './sections.ts'
import { compare, importText, exportText } from './import-export.ts'
import * as messages from './messages.ts'

type Claims = { sections: readonly ClaimedSection[] }

const sectionName = (name: string, { sections: claimed }: Claims) => {
  const reason = isSection(name) ? hiddenReason(claimed, name) : messages.unknownSection(name)
  if (reason) throw new Failure(404, reason)
  return name
}

/** Validates a target's name, which becomes part of a configuration line. */
const targetName = (name: string) => {
  const { issues } = v.safeParse(TargetName, name)
  if (issues) throw new Failure(422, `target in path: ${issues[0].message}`, { field: 'target' })
  return name
}

/** Parses `logger_webhook:peer` of a path; a target in the body counts if the path names none. */
const targetIn = (text: string, other: string) => {
  const [name = '', target = other] = text.split(':')
  return { name, target: targetName(target) }
}

type KeyValues = readonly { key: string; value: string }[]

const valuesOf = (all: KeyValues) => Object.fromEntries(all.map(({ key, value }) => [key, value]))

/** Response of a change, with whether it needs a restart. */
const withRestart = async (applied: Promise<Applied>, { needRestart }: { needRestart(): void }) => {
  const restart = (await applied) === 'restarted'
  if (restart) needRestart()
  return { restart }
}

/** Merges what the owning plugin and the storage server say about a section. */
const described = ({ settings: helps, ...stored }: StoredSection, { sections: claimed }: Claims) => {
  const { title, group, targetLabel, lockout, test, ...own } = sectionOf(claimed, stored.key)
  return {
    ...stored,
    title,
    group,
    ...(targetLabel && { targetLabel }),
    ...(lockout && { lockout }),
    ...(test && { test: { description: test.description, acceptsCredentials: test.acceptsCredentials ?? false } }),
    canDisable: helps.some(({ key }) => key === 'enable'),
    settings: settingsOf(own, helps).map((one) => ({
      ...one,
      description: helps.find(({ key }) => key === one.key)?.description ?? '',
    })),
  }
}

/** Adds the title of the section, and the confirmation that changing it requires. */
const named = <Item extends { section: string }>(item: Item, { sections: claimed }: Claims) => {
  const { title, lockout } = sectionOf(claimed, item.section)
  return { ...item, title, ...(lockout && { lockout }) }
}

/** Sections that the Settings page shows, in its order. */
const listed = async ({ backend, ...claims }: Claims & { backend: SettingsBackend }): Promise<Section[]> => {
  const { sections: claimed } = claims
  const stored = await backend.list((name) => hiddenReason(claimed, name) === undefined)
  return stored
    .sort((one, other) => rankOf(claimed, one.key) - rankOf(claimed, other.key))
    .map((section) => described(section, claims))
}

/** Search entries of a section and its settings. */
const findable = ({ key: section, title, settings: all }: Section) => [
  { section, title: `${title} (${section})` },
  ...all
    .filter(({ key }) => key !== 'comment')
    .map((one) => ({ section, title: `${one.title} (${one.key})`, sectionTitle: title })),
]

export default {
  id: 'settings',
  pages,
  sections,
  routes: serve(settings, {
    list: async (context) => {
      const configurations = await listed(context)
      return { configurations, total: configurations.length }
    },
    section: async (context) => {
      const { backend, params } = context
      const { name, target: requested } = targetIn(params.name, '_')
      const section = await backend.section(sectionName(name, context))
      const values = section.targets.find(({ target }) => target === requested)?.values ?? {}
      const key_values = section.settings.map(({ key }) => ({ key, ...(values[key] && { value: values[key] }) }))
      return { name: params.name, key_values, targets: section.targets, ...described(section, context) }
    },
    put: (context) => {
      const { backend, params, body } = context
      const enteredValues = body.key_values.filter(({ value }) => value !== '')
      if (enteredValues.length === 0) throw new Failure(422, messages.valueRequired, { field: 'key_values' })
      const { name, target } = targetIn(params.name, body.arn_resource_id)
      return withRestart(backend.save(sectionName(name, context), target, valuesOf(enteredValues)), context)
    },
    save: (context) => {
      const { backend, params, body } = context
      const saving = backend.save(
        sectionName(params.name, context),
        targetName(params.target),
        valuesOf(body.key_values),
      )
      return withRestart(saving, context)
    },
    reset: (context) => {
      const { backend, params } = context
      return withRestart(backend.reset(sectionName(params.name, context), targetName(params.target)), context)
    },
    test: async (context) => {
      const { backend, params, body } = context
      const name = sectionName(params.name, context)
      const { title, test } = sectionOf(context.sections, name)
      if (!test) throw new Failure(400, `${title} has no test`)
      const { default: run } = await test.load()
      const { user, password } = body
      const steps = await backend.test(name, targetName(params.target), valuesOf(body.key_values), (values, engine) =>
        run(values, { ...engine, user, password }),
      )
      return { steps: [...steps] }
    },
    history: async ({ backend, sections: claimed }) => ({
      entries: (await backend.history()).map(({ lines, ...entry }) => ({
        ...entry,
        lines: lines.map((line) => named(withoutSecrets(line), { sections: claimed })),
      })),
    }),
    restore: async ({ backend, params, needRestart }) => {
      const entry = (await backend.history()).find(({ id }) => id === params.id)
      if (!entry) throw new Failure(404, messages.historyEntryMissing)
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
    export: async ({ backend, query }) => exportText(await backend.reveal(), query.secrets),
    compare: async ({ backend, body, sections: claimed }) => {
      const { changes, problems } = await compare(backend, body.text)
      return { changes: changes.map((change) => named(change, { sections: claimed })), problems }
    },
    import: async ({ backend, body, needRestart }) => {
      const outcome = await importText(backend, body.text)
      if (outcome.restart) needRestart()
      return outcome
    },
    find: async (context) =>
      filterMatches((await listed(context)).flatMap(findable), context.query.text, ({ title }) => title),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, SettingsBackend>
