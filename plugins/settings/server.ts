import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import { serve, type ServerPlugin } from '../../core/serve.ts'
import { TargetName } from '../../core/setting.ts'
import type { SettingsBackend } from './backend.ts'
import { isSection, type Page, pages, settings } from './contract.ts'
import { elsewhere } from './sections.ts'

const known = (name: string) => {
  if (!isSection(name) || elsewhere(name)) throw new Failure(404, `There is no section "${name}" here`)
  return name
}

/** A target's name stands in a line of the configuration, and must be no more than that. */
const target = (name: string) => {
  const { issues } = v.safeParse(TargetName, name)
  if (issues) throw new Failure(422, `target in path: ${issues[0].message}`)
  return name
}

export default {
  id: 'settings',
  pages,
  needs: { '/settings': 'configuration' },
  routes: serve(settings, {
    list: async ({ backend }) => {
      const configurations = (await backend.list()).filter(({ key }) => !elsewhere(key))
      return { configurations, total: configurations.length }
    },
    section: async ({ backend, params }) => {
      const section = await backend.section(known(params.name))
      const values = section.targets.find(({ target }) => target === '_')?.values ?? {}
      const key_values = section.settings.map(({ key }) => ({ key, ...(values[key] && { value: values[key] }) }))
      return { name: params.name, key_values, ...section }
    },
    save: async ({ backend, params, body, needRestart }) => {
      const values = Object.fromEntries(body.key_values.map(({ key, value }) => [key, value]))
      const restart = (await backend.save(known(params.name), target(params.target), values)) === 'restarted'
      if (restart) needRestart()
      return { restart }
    },
    reset: async ({ backend, params, needRestart }) => {
      const restart = (await backend.reset(known(params.name), target(params.target))) === 'restarted'
      if (restart) needRestart()
      return { restart }
    },
  }),
  adapters: {
    embedded: () => import('./embedded.ts'),
    minio: () => import('./minio/adapter.ts'),
  },
} satisfies ServerPlugin<Page, SettingsBackend>
