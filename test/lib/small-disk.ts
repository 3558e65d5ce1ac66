import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPresent } from '../runner/components.mjs'

const QUARTER = 256 * 1024

/** Mounts a separate disk in memory; `undefined` if this account may not mount one. */
export const mountDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (!isPresent('small-disk', status === 0)) return void remove()
  const unmount = () => {
    spawnSync('umount', ['-l', folder])
    remove()
  }
  return { folder, unmount }
}

/** Reason that a test run prints when it skips tests that need such a disk. */
export const noDisk = 'this account may not mount a small disk'

/** Fills a disk with files of 256 KiB; returns their names. */
export const fillDisk = (folder: string) => {
  const files: string[] = []
  for (;;) {
    const file = join(folder, `.ballast-${files.length}`)
    try {
      writeFileSync(file, Buffer.alloc(QUARTER))
    } catch {
      rmSync(file, { force: true })
      return files
    }
    files.push(file)
  }
}
