import { Failure, MASK, maskSecrets } from 'stowage'
import type { SettingsBackend } from './backend.ts'
import type { Change as NamedChange } from './contract.ts'
import { type Line, readLines, withoutSecrets, writeLine } from './lines.ts'
import { isSecret, isUnshared } from './sections.ts'
import * as messages from './messages.ts'

type Change = Omit<NamedChange, 'title' | 'lockout'>

/** Setting of every target, whether or not the help lists it. */
const ENABLE = 'enable'

/** Limit of lines in a text; each is compared with the stored configuration. */
const MAX_LINES = 500

/** The configuration as text, and the number of secrets left out. */
export const exportText = (all: readonly Line[], secrets: 'omitted' | 'included') => {
  // a target set by variables may have no settings here, and mc refuses a line without settings
  const lines = all.filter(({ section, values }) => !isUnshared(section) && Object.keys(values).length > 0)
  if (secrets === 'included')
    return { text: `# This file contains secrets.\n${lines.map(writeLine).join('\n')}\n`, omittedSecrets: 0 }
  const publicLines = lines.map(withoutSecrets)
  const omittedSecrets = publicLines.reduce(
    (sum, line) =>
      sum + line.secrets.length + Object.values(line.values).filter((value) => value.includes(MASK)).length,
    0,
  )
  const text = publicLines.flatMap(({ secrets: names, ...line }) => [
    ...(names.length > 0 ? [`# left out of the next line: ${names.join(', ')}`] : []),
    writeLine(line),
  ])
  return { text: `${text.join('\n')}\n`, omittedSecrets }
}

const title = ({ section, target }: Pick<Line, 'section' | 'target'>) =>
  target === '_' ? section : `${section}:${target}`

const problemOf = (error: unknown, line: Line) => {
  if (error instanceof Failure && error.status < 500 && error.status !== 401 && error.status !== 403)
    return `${title(line)}: ${error.message}`
  throw error
}

/** Settings of a line that differ from the stored ones. */
const compareLine = async (
  sectionOf: SettingsBackend['section'],
  stored: readonly Line[],
  line: Line,
): Promise<{ changes: Change[]; problems: string[] }> => {
  const { section, target, values } = line
  const problem = (message: string) => ({ changes: [], problems: [message] })
  if (isUnshared(section)) return problem(messages.sectionCannotBeImported(title(line)))
  try {
    const { settings, multipleTargets, targets } = await sectionOf(section)
    if (target !== '_' && !multipleTargets) return problem(messages.importNamesSecondTarget(title(line), section))
    const existing = targets.find((one) => one.target === target)
    const storedValues = stored.find((one) => one.section === section && one.target === target)?.values ?? {}
    const keys = [ENABLE, 'comment', ...settings.map(({ key }) => key)]
    const each = Object.entries(values).map(([key, after]): { change?: Change; problem?: string } => {
      const secret = isSecret(key)
      const before = existing?.values[key] ?? (key === ENABLE && existing ? 'on' : '')
      if ((secret ? after === '' : before === after) || storedValues[key] === after) return {}
      if (!keys.includes(key)) return { problem: messages.importedSettingUnknown(title(line), key) }
      if (existing?.fromEnvironment[key])
        return {
          problem: messages.importedSettingSetByVariable(title(line), key, existing.fromEnvironment[key]),
        }
      // values that contain a secret are hidden too; if nothing else differs, the secret is what changes
      const hidden = secret || maskSecrets(after) === before
      return {
        change: {
          section,
          target,
          key,
          before: hidden ? '' : before,
          after: hidden ? '' : maskSecrets(after),
          secret: hidden,
        },
      }
    })
    return { changes: each.flatMap(({ change }) => change ?? []), problems: each.flatMap((one) => one.problem ?? []) }
  } catch (error) {
    return problem(problemOf(error, line))
  }
}

/** Compares a text with the stored configuration line by line, and finds the lines that cannot be imported. */
const comparisons = async (backend: SettingsBackend, text: string) => {
  const { lines, unreadable } = readLines(text)
  if (lines.length > MAX_LINES) throw new Failure(422, messages.tooManyLines(MAX_LINES), { field: 'text' })
  // sections list no secrets
  const stored = await backend.reveal()
  const sectionCache = new Map<string, ReturnType<SettingsBackend['section']>>()
  const sectionOf = (name: string) => {
    const section = sectionCache.get(name) ?? backend.section(name)
    sectionCache.set(name, section)
    return section
  }
  const problems = unreadable.slice(0, MAX_LINES).map((number) => messages.lineIsNoSetting(number))
  const compared: { line: Line; changes: Change[]; problems: string[] }[] = []
  for (const line of lines) compared.push({ line, ...(await compareLine(sectionOf, stored, line)) })
  return { compared, problems: [...problems, ...compared.flatMap((one) => one.problems)] }
}

/** A dry run of an import. */
export const compare = async (backend: SettingsBackend, text: string) => {
  const { compared, problems } = await comparisons(backend, text)
  return { changes: compared.flatMap(({ changes }) => changes), problems }
}

/** Saves the differences; a refused target does not keep others from being saved. */
export const importText = async (backend: SettingsBackend, text: string) => {
  const { compared, problems } = await comparisons(backend, text)
  let [savedChanges, restart] = [0, false]
  for (const { line, changes } of compared.filter((one) => one.changes.length > 0)) {
    const values = Object.fromEntries(changes.map(({ key }) => [key, line.values[key] ?? '']))
    try {
      if ((await backend.save(line.section, line.target, values)) === 'restarted') restart = true
      savedChanges += changes.length
    } catch (error) {
      problems.push(problemOf(error, line))
    }
  }
  return { savedChanges, problems, restart }
}
