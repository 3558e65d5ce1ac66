import { lstatSync, mkdirSync, readlinkSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { linkTargetMissing } from '../messages.ts'
import { StartError } from '../start-error.ts'

/** Throws `StartError` if a path is a symbolic link to something that does not exist. */
const assertNoDanglingLink = (path: string) => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new StartError(linkTargetMissing(path, readlinkSync(path)))
}

/**
 * Creates a folder and its missing parents. Throws `StartError` for a link whose target is missing, and errors of the
 * file system. `recursive` of Node.js 20 never ends where a file system, such as /proc, answers ENOENT although the
 * parent exists.
 */
export const createFolder = (path: string, mode = 0o777) => {
  const missing: string[] = []
  for (let at = path; !statSync(at, { throwIfNoEntry: false }); at = dirname(at)) {
    assertNoDanglingLink(at)
    missing.unshift(at)
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode })
    } catch (error) {
      // another process may create it at the same time
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  // fails for a file
  mkdirSync(path, { recursive: true })
}
