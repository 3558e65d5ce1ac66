import type { Held, Section } from './contract.ts'

/** When what was saved counts. */
export type Applied = 'now' | 'restarted'

/** What settings needs from an engine. Throws `Failure`: 404 for a section or target that there is not, 400 for a value that is not taken. */
export type SettingsBackend = {
  list(): Promise<Section[]>
  section(name: string): Promise<Section & { targets: Held[] }>
  /** Changes those settings that are named. */
  save(name: string, target: string, values: Readonly<Record<string, string>>): Promise<Applied>
  /** Takes a target away, or sets the default one to its defaults. */
  reset(name: string, target: string): Promise<Applied>
}
