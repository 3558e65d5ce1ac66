import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Entries that no build has used for this time are deleted, in ms. */
const LIFETIME = 14 * 24 * 60 * 60 * 1000

const removeOld = (folder) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    // another build may delete it at the same time
    const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (time !== undefined && Date.now() - time > LIFETIME) rmSync(path, { force: true })
  }
}

/**
 * Returns a cached variant of `compress`, which stores results in `.cache` of the packages' folder: Brotli at its best
 * quality takes more than half of a build's CPU time, and most files are the same in the next build. Without such a
 * folder, nothing is cached.
 */
export const cached =
  (name, compress, packages = 'node_modules') =>
  async (bytes) => {
    if (!existsSync(packages)) return compress(bytes)
    const folder = join(packages, '.cache', 'stowage')
    const path = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.${name}`)
    try {
      const result = readFileSync(path)
      utimesSync(path, new Date(), new Date())
      return result
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    const result = await compress(bytes)
    mkdirSync(folder, { recursive: true })
    removeOld(folder)
    writeFileSync(`${path}.${process.pid}`, result)
    renameSync(`${path}.${process.pid}`, path)
    return result
  }
