import { readdirSync, readFileSync, statSync } from 'node:fs'

/** Sources whose tests are measured, as files and folders, and the unit tests that may detect a mutant of them. */
export const areas = {
  core: {
    sources: [
      'core/protocol/contract.ts',
      'core/protocol/failure.ts',
      'core/protocol/limits.ts',
      'core/protocol/format.ts',
      'ui/search-query.ts',
    ],
    tests: /^test\/core\/[^/]+\.test\.ts$|^test\/ui\/search-query\.test\.ts$/,
    dom: true,
  },
  policy: { sources: ['engines/iam'], tests: /^test\/engines\/iam\/.*\.test\.ts$/ },
  sign: { sources: ['engines/s3/sign.ts'], tests: /^test\/engines\/minio\/sign\.test\.ts$/ },
  store: { sources: ['engines/embedded/store'], tests: /^test\/engines\/embedded\/.*\.test\.ts$/ },
}

/** Paths of all files in a folder; a file stands for itself. */
const below = (path) =>
  statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => `${path}/${name}`) : [path]

/**
 * Source and test files of an area. A run that stops at its first failure would leave mounted disks, so tests of disks
 * are left out.
 *
 * @throws if a source does not exist
 */
export const filesOf = (area) => {
  const { sources, tests } = areas[area]
  return {
    files: sources.flatMap(below).filter((file) => file.endsWith('.ts')),
    tests: below('test').filter((file) => tests.test(file) && !/\bmountDisk\b/.test(readFileSync(file, 'utf8'))),
  }
}
