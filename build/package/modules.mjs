import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compileArgon2 } from './argon2.mjs'
import { run } from './run.mjs'

/** Files of packages that a running server never reads: sources of native code, types, maps, binaries for musl. */
const unused = /\.(map|[cm]?ts|flow|md|markdown|c|cc|cpp|h|hpp|gyp|gypi|tgz)$|\.musl\.node$/
const unusedFolders = ['test', 'tests', '.github', '.vscode', 'benchmark', 'benchmarks', 'examples', 'example']

const prune = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && unusedFolders.includes(entry.name)) rmSync(path, { recursive: true })
    else if (entry.isDirectory()) prune(path)
    else if (unused.test(entry.name)) rmSync(path)
  }
}

/**
 * Installs production packages for Linux with glibc into a staged folder. `arch` is Node's name of the processor. The
 * npm client verifies each against the lock file.
 * @throws if npm cannot fetch them
 */
export const installModules = ({ folder, arch }) => {
  const platform = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', ...platform], {
    cwd: folder,
  })
  const argon2 = join(folder, 'node_modules/argon2')
  const note = compileArgon2({ folder, arch })
  for (const name of readdirSync(join(argon2, 'prebuilds')))
    if (name !== `linux-${arch}`) rmSync(join(argon2, 'prebuilds', name), { recursive: true })
  rmSync(join(folder, 'node_modules/argon2/argon2'), { recursive: true })
  for (const name of ['.bin', '.package-lock.json'])
    if (existsSync(join(folder, 'node_modules', name))) rmSync(join(folder, 'node_modules', name), { recursive: true })
  prune(join(folder, 'node_modules'))
  return note
}
