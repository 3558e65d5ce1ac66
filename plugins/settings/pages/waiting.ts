import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { banners } from 'stowage/web'

/** What was saved and counts only after a restart, by section and target: the server still tells what was before. */
const waiting = proxy({ sections: {} as Record<string, Readonly<Record<string, string>>> })

const nameOf = (section: string, target: string) => `${section} ${target}`

/** Remembers what was saved; no secret is among it. */
export const keepWaiting = (section: string, target: string, values: Readonly<Record<string, string>>) => {
  const name = nameOf(section, target)
  waiting.sections[name] = { ...waiting.sections[name], ...values }
}

/** Nothing waits any more at a target that was set to its defaults. */
export const forgetWaiting = (section: string, target: string) => void delete waiting.sections[nameOf(section, target)]

/** What waits at a target, and which sections have something that waits; nothing once the server was restarted. */
export const useWaiting = (section: string, target: string) => {
  const { restart } = useSnapshot(banners)
  const { sections } = useSnapshot(waiting)
  useEffect(() => {
    if (restart === 'none') waiting.sections = {}
  }, [restart])
  return {
    values: sections[nameOf(section, target)] ?? {},
    names: new Set(Object.keys(sections).map((name) => name.split(' ')[0])),
  }
}
