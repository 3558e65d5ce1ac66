import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from '../lib/suite.ts'
import { page } from './console.ts'

/** A folder for files to upload. */
export let filesFolder: string

/** Creates a folder for a suite's files and removes it afterwards. */
export const useFiles = (test: Test) => {
  test.before(() => {
    filesFolder = mkdtempSync(join(tmpdir(), 'stowage-files-'))
  })
  test.after(() => rmSync(filesFolder, { recursive: true, force: true }))
}

/** Chooses files as the Upload menu does. */
export const chooseFiles = (chosen: string[]) => page.getByLabel('Files to upload').setInputFiles(chosen)

/** Text of a download that `start` begins. */
export const downloadedText = async (start: () => Promise<unknown>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return readFileSync(await download.path())
}
