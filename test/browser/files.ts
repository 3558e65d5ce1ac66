import { readFileSync } from 'node:fs'
import type { Test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { page } from './console.ts'

/** A folder for files to upload. */
export let filesFolder: string

/** Creates a folder for the files of a suite. */
export const useFiles = (test: Test) => {
  test.before(() => {
    filesFolder = temporaryFolder('files')
  })
}

/** Selects files as the Upload menu does. */
export const chooseFiles = (chosen: string[]) => page.getByLabel('Files to upload').setInputFiles(chosen)

/** Text of a download that `start` begins. */
export const downloadedText = async (start: () => Promise<unknown>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return readFileSync(await download.path())
}
