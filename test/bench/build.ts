import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atMost, medianTime } from '../lib/measure.ts'

/** Measures a production build into an empty folder. */
export const measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-build-'))
  try {
    const time = await medianTime(3, async () => {
      rmSync(folder, { recursive: true, force: true })
      await promisify(execFile)(process.execPath, ['build.mjs', '--out', folder])
    })
    return [atMost('production build', time / 1000, 's', 3)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
