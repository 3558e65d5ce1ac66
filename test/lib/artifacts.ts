import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { packageAll } from '../../build/package/package.mjs'
import { dist } from './dist.ts'
import { olderRelease } from './older-release.ts'

/** This machine's processor, as Debian names it. */
export const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'

export const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
export const earlier = '0.9.0'

/** Folder with the packages of a version, and what could not be made. */
export type Artifacts = { folder: string; notes: string[] }

const make = async (version: string, folder: string): Promise<Artifacts> => {
  const sources = mkdtempSync(join(tmpdir(), 'stowage-older-'))
  const source = version === current ? { root: resolve('.'), dist } : olderRelease(sources, version)
  const { notes } = await packageAll({ ...source, out: folder, only: [architecture] })
  rmSync(sources, { recursive: true, force: true })
  return { folder, notes }
}

/** The packages of a version, made from the build under test once per test run: other processes wait for the first. */
export const artifactsOf = async (version: string): Promise<Artifacts> => {
  const at = join(dirname(dist), `packages-${version}`)
  const result = join(at, 'result.json')
  mkdirSync(dirname(at), { recursive: true })
  try {
    mkdirSync(at)
  } catch {
    while (!existsSync(result)) await pause(200)
    const made = JSON.parse(readFileSync(result, 'utf8')) as Artifacts | { error: string }
    if ('error' in made) throw new Error(made.error)
    return made
  }
  const made = await make(version, join(at, 'artifacts')).catch((error: unknown) => ({ error: String(error) }))
  writeFileSync(`${result}.part`, JSON.stringify(made))
  renameSync(`${result}.part`, result)
  if ('error' in made) throw new Error(made.error)
  return made
}

/** Path of the artifact that matches a pattern. */
export const artifact = (pattern: RegExp, { folder }: Artifacts) => {
  const name = readdirSync(folder).find((file) => pattern.test(file))
  if (!name) throw new Error(`${folder} has no ${pattern}`)
  return join(folder, name)
}
