import type { TestContext, TestStep } from 'stowage'
import type { TargetSettings, PastChange, Section } from './contract.ts'
import type { Line } from './lines.ts'
import type { Help } from './sections.ts'

/** When a saved change takes effect. */
export type Applied = 'now' | 'restarted'

type Values = Readonly<Record<string, string>>

/** A section as the storage server describes it. */
export type StoredSection = Pick<
  Section,
  'key' | 'description' | 'multipleTargets' | 'dynamic' | 'count' | 'restartPending' | 'locked'
> & {
  settings: Help[]
}

/** A saved change, with its secrets. */
type SavedChange = Omit<PastChange, 'lines'> & { lines: Line[] }

/** Tests values from the engine's network, through its outbound guard. */
type RunTest = (values: Values, engine: Omit<TestContext, 'user' | 'password'>) => Promise<readonly TestStep[]>

/** Port of the settings plugin. Throws `Failure`: 404 for an unknown section or target, 400 for a refused value. */
export type SettingsBackend = {
  /** Lists the sections whose names `isRequested` accepts; all by default. */
  list(isRequested?: (name: string) => boolean): Promise<StoredSection[]>
  section(name: string): Promise<StoredSection & { targets: TargetSettings[] }>
  /** Changes the named settings only. */
  save(name: string, target: string, values: Values): Promise<Applied>
  /** Removes a target, or resets the default one. */
  reset(name: string, target: string): Promise<Applied>
  /** All settings, including secrets. Callers show them only to users who explicitly ask for secrets. */
  reveal(): Promise<Line[]>
  /** Saved changes with their secrets, newest first; possibly only the most recent ones. */
  history(): Promise<SavedChange[]>
  /** Runs a test with these values, completed by the stored ones. */
  test(name: string, target: string, values: Values, run: RunTest): Promise<readonly TestStep[]>
}
