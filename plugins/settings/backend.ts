import type { TestContext, TestStep } from 'stowage'
import type { Held, Past, Section } from './contract.ts'
import type { Line } from './lines.ts'
import type { Help } from './sections.ts'

/** When what was saved counts. */
export type Applied = 'now' | 'restarted'

type Values = Readonly<Record<string, string>>

/** A section as the storage server describes it. */
export type StoredSection = Pick<Section, 'key' | 'description' | 'several' | 'live' | 'count' | 'waits' | 'locked'> & {
  settings: Help[]
}

/** A change that was saved, with its secrets. */
export type Kept = Omit<Past, 'lines'> & { lines: Line[] }

/** Tests values with the engine's way to hosts. */
export type RunTest = (values: Values, engine: Omit<TestContext, 'user' | 'password'>) => Promise<readonly TestStep[]>

/**
 * What settings needs from an engine. Throws `Failure`: 404 for a section or target that there is not, 400 for a value
 * that is not taken.
 */
export type SettingsBackend = {
  /** The sections whose names are wanted. */
  list(wanted?: (name: string) => boolean): Promise<StoredSection[]>
  section(name: string): Promise<StoredSection & { targets: Held[] }>
  /** Changes those settings that are named. */
  save(name: string, target: string, values: Values): Promise<Applied>
  /** Takes a target away, or sets the default one to its defaults. */
  reset(name: string, target: string): Promise<Applied>
  /** All that is set, secrets among it. Nothing of this is for people who have not asked for it in words. */
  reveal(): Promise<Line[]>
  /** What was saved, the latest first, secrets among it; some of the latest where there is much. */
  history(): Promise<Kept[]>
  /** Runs a test with these values; stored ones stand in for those that are not named. */
  test(name: string, target: string, values: Values, run: RunTest): Promise<readonly TestStep[]>
}
