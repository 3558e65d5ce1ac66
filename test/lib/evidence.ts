import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programListeners } from '../../testing/process.ts'

/** Something that has logs of a failed test: a tab of a browser, or a server. */
export type EvidenceSource = {
  name: string
  /** Returns its log so far, line by line. */
  log(): string
  /** Problems since the previous call, whether or not a test checks them. */
  problems?(): string[]
  picture?(): Promise<Uint8Array>
  /** Closes it after a failure, if a test opened it and could not close it. */
  close?(): Promise<void>
  isOver(): boolean
}

const sources = new Set<EvidenceSource>()

programListeners.add(({ name, logs, hasExited }) => void sources.add({ name, log: logs, isOver: hasExited }))

/** Adds a source to the evidence of failed tests, until after the test in which it ends. */
export const addEvidenceSource = (source: EvidenceSource) => void sources.add(source)

/** Removes the sources that have ended; returns the others. */
export const activeSources = (): ReadonlySet<EvidenceSource> => {
  for (const source of sources) if (source.isOver()) sources.delete(source)
  return new Set(sources)
}

/** Problems in tabs since the previous call. */
export const allProblems = () => [...sources].flatMap((source) => source.problems?.() ?? [])

/** Number of log lines printed with a failure: in CI nobody can open the files afterwards. */
const PRINTED_LINES = process.env.CI ? 12 : 0

/** A title without the characters that are special to file systems and shells. */
const fileName = (title: string) => title.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 80)

/**
 * Saves logs and screenshots of a failed test, and closes the sources that are not in `before`. Returns a text that
 * names the files.
 */
export const saveEvidence = async (
  suite: string,
  test: string,
  before: ReadonlySet<EvidenceSource>,
): Promise<string> => {
  if (sources.size === 0) return ''
  const folder = join('.test/failed', fileName(suite), fileName(test))
  mkdirSync(folder, { recursive: true })
  const lines = [`Saved in ${folder}:`]
  for (const [index, source] of [...sources].entries()) {
    const file = `${index + 1}-${fileName(source.name)}`
    const picture = source.isOver() ? undefined : await source.picture?.().catch(() => undefined)
    if (picture) writeFileSync(join(folder, `${file}.png`), picture)
    const log = source.log().trimEnd()
    writeFileSync(join(folder, `${file}.log`), `${log}\n`)
    const last = PRINTED_LINES ? log.split('\n').slice(-PRINTED_LINES) : []
    lines.push(`  ${file}.log${picture ? ' and .png' : ''}`, ...last.map((line) => `    ${line.slice(0, 300)}`))
    if (!before.has(source)) await source.close?.().catch(() => undefined)
  }
  return lines.join('\n')
}
