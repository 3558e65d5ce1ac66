import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { banners } from 'stowage/web'

/** Saved values that need a restart, by section and target: the server still reports the old ones. */
const pending = proxy({ sections: {} as Record<string, Readonly<Record<string, string>>> })

const nameOf = (section: string, target: string) => `${section} ${target}`

/** Remembers saved values; they contain no secrets. */
export const addPendingValues = (section: string, target: string, values: Readonly<Record<string, string>>) => {
  const name = nameOf(section, target)
  pending.sections[name] = { ...pending.sections[name], ...values }
}

/** Remembered values of a target. */
export const pendingValuesOf = (section: string, target: string) => pending.sections[nameOf(section, target)] ?? {}

/** Clears a target that was reset. */
export const clearPendingValues = (section: string, target: string) =>
  void delete pending.sections[nameOf(section, target)]

/** Clears all targets, after a change of values that are not known here. */
export const clearAllPendingValues = () => {
  pending.sections = {}
}

/** Values of a target that need a restart, and the sections that have such; empty after a restart. */
export const usePendingValues = (section: string, target: string) => {
  const { restart } = useSnapshot(banners)
  const { sections } = useSnapshot(pending)
  useEffect(() => {
    if (restart === 'none') clearAllPendingValues()
  }, [restart])
  return {
    values: sections[nameOf(section, target)] ?? {},
    names: new Set(Object.keys(sections).map((name) => name.split(' ')[0])),
  }
}
