import type { Held, Past, Section, Step } from './contract.ts'
import type { Line } from './lines.ts'

/** When what was saved counts. */
export type Applied = 'now' | 'restarted'

type Values = Readonly<Record<string, string>>

/** Something that was saved, with the secrets of it. */
export type Kept = Omit<Past, 'lines'> & { lines: Line[] }

/**
 * What settings needs from an engine. Throws `Failure`: 404 for a section or target that there is not, 400 for a value
 * that is not taken.
 */
export type SettingsBackend = {
  list(): Promise<Section[]>
  section(name: string): Promise<Section & { targets: Held[] }>
  /** Changes those settings that are named. */
  save(name: string, target: string, values: Values): Promise<Applied>
  /** Takes a target away, or sets the default one to its defaults. */
  reset(name: string, target: string): Promise<Applied>
  /** All that is set, secrets among it. Nothing of this is for people who have not asked for it in words. */
  reveal(): Promise<Line[]>
  /** What was saved, the latest first, secrets among it; some of the latest where there is much. */
  history(): Promise<Kept[]>
  /**
   * Tries what a section is about from the console; 400 for one that cannot be tried. What is stored stands in for
   * secrets that are not named.
   */
  test(name: string, target: string, values: Values, as: { user: string; password: string }): Promise<Step[]>
}
