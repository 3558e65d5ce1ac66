import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnosis, DiagnosisContext } from 'stowage/server'
import { diagnoseHistory } from './history/ring.ts'

/** Checks the formats of the metrics histories in the console's folder: one for each server it was used with. */
export async function* diagnoseHistories({ folder }: Pick<DiagnosisContext, 'folder'>): AsyncIterable<Diagnosis> {
  if (folder === undefined) return
  const names = await readdir(folder).catch(() => [])
  for (const name of names.sort()) if (/^history(-|$)/.test(name)) yield await diagnoseHistory(join(folder, name))
}
