import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from './publish.mjs'

/** Inputs of a build, relative to the project's root. */
export const sources = [
  'core',
  'entry',
  'testing',
  'engines',
  'plugins',
  'server',
  'themes',
  'ui',
  'build',
  'build.mjs',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

const latest = (path) => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  // a folder's own time changes when files are removed
  // tests are not part of the build
  const names = readdirSync(path).filter((name) => name !== 'test')
  return Math.max(stat.mtimeMs, ...names.map((name) => latest(join(path, name))))
}

/** Reason why the build in `out` cannot be used by `npm start`; `undefined` if it can. */
export const whyStale = ({ root, out }) => {
  const manifest = readManifest(out)
  if (!manifest) return 'there is no build yet'
  if (manifest.mode !== 'production') return 'the last build was for development'
  const built = statSync(join(out, 'manifest.json')).mtimeMs
  const newer = sources.find((source) => latest(join(root, source)) > built)
  return newer && `${newer} is newer than the build`
}
