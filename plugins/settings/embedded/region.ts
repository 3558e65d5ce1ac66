import type { SettingsBackend } from '../backend.ts'

const [FORMER, SECTION] = ['region', 'site']

/** Renames a key of an object; the others stay. */
const renamed = <Value>(values: Readonly<Record<string, Value>>, from: string, to: string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key === from ? to : key, value]))

/**
 * Also serves MinIO's former section `region`, which clients still ask for: its `name` is the `region` of the section
 * `site`.
 */
export const withRegion = (backend: SettingsBackend): SettingsBackend => ({
  ...backend,
  section: async (name) => {
    if (name !== FORMER) return backend.section(name)
    const { settings, targets, ...site } = await backend.section(SECTION)
    return {
      ...site,
      key: FORMER,
      settings: settings.map((one) => (one.key === 'region' ? { ...one, key: 'name' } : one)),
      targets: targets.map(({ values, ...target }) => ({ ...target, values: renamed(values, 'region', 'name') })),
    }
  },
  save: (name, target, values) =>
    name === FORMER
      ? backend.save(SECTION, target, renamed(values, 'name', 'region'))
      : backend.save(name, target, values),
  reset: (name, target) => backend.reset(name === FORMER ? SECTION : name, target),
})
