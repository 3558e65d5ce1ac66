import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programListeners } from '../../testing/process.ts'

/** What can say after a failure what has happened: a tab of a browser, a server. */
export type Witness = {
  name: string
  /** All that it saw or said so far, line by line. */
  log(): string
  /** Problems that occurred in it, whether or not a test checks; each is returned once. */
  problems?(): string[]
  picture?(): Promise<Uint8Array>
  /** Closes it after a failure, when a test has opened it and could not close it. */
  close?(): Promise<void>
  isOver(): boolean
}

const witnesses = new Set<Witness>()

programListeners.add(({ name, logs, hasExited }) => void witnesses.add({ name, log: logs, isOver: hasExited }))

/** Has a witness heard when a test fails, from now until after the test in which it ends. */
export const addWitness = (witness: Witness) => void witnesses.add(witness)

/** Forgets the witnesses that ended before; returns those that are there. */
export const present = (): ReadonlySet<Witness> => {
  for (const witness of witnesses) if (witness.isOver()) witnesses.delete(witness)
  return new Set(witnesses)
}

/** What went wrong in tabs since this was asked last. */
export const allProblems = () => [...witnesses].flatMap((witness) => witness.problems?.() ?? [])

/** The last lines of each witness that are printed with the failure where nobody can look at the files afterwards. */
const PRINTED_LINES = process.env.CI ? 12 : 0

/** File names hold what a title says, without what file systems and shells make something of. */
const fileName = (title: string) => title.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 80)

/** Keeps what every witness has to say of a failed test, and closes those that came after `before`. Returns where. */
export const keepEvidence = async (suite: string, test: string, before: ReadonlySet<Witness>): Promise<string> => {
  if (witnesses.size === 0) return ''
  const folder = join('.test/failed', fileName(suite), fileName(test))
  mkdirSync(folder, { recursive: true })
  const kept = [`Kept in ${folder}:`]
  for (const [index, witness] of [...witnesses].entries()) {
    const file = `${index + 1}-${fileName(witness.name)}`
    const picture = witness.isOver() ? undefined : await witness.picture?.().catch(() => undefined)
    if (picture) writeFileSync(join(folder, `${file}.png`), picture)
    const log = witness.log().trimEnd()
    writeFileSync(join(folder, `${file}.log`), `${log}\n`)
    const last = PRINTED_LINES ? log.split('\n').slice(-PRINTED_LINES) : []
    kept.push(`  ${file}.log${picture ? ' and .png' : ''}`, ...last.map((line) => `    ${line.slice(0, 300)}`))
    if (!before.has(witness)) await witness.close?.().catch(() => undefined)
  }
  return kept.join('\n')
}
