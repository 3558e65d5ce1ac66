import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../engines/start-error.ts'
import { buildMissing } from './messages.ts'

/** Folder of the build that contains this program: `dist/server/main.mjs` or a chunk in `dist/server/parts`. */
export const dist = join(dirname(fileURLToPath(import.meta.url)).replace(/[/\\]parts$/, ''), '..')

/** Version of the console. Throws `StartError` if there is no build. */
export const readVersion = (): string => {
  const manifest = join(dist, 'manifest.json')
  if (!existsSync(manifest)) throw new StartError(buildMissing(dist))
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
