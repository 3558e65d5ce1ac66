import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { dist } from './dist.ts'

/** A folder outside of the repository in which the console's package is installed. */
export type PluginProject = {
  root: string
  /** The installed build. */
  build: string
  /** Runs `stowage-plugin`, or `stowage` as an operator would. Throws with what it printed if it fails. */
  tool(...args: string[]): string
  console(...args: string[]): string
  /** What the compiler finds wrong in a folder. */
  typeErrors(folder: string): string
  remove(): void
}

const linkPackages = (from: string, to: string) => {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name))
}

/** Installs what is published of this build, with the packages of this repository beside it. */
export const installPackage = (): PluginProject => {
  const root = mkdtempSync(join(tmpdir(), 'stowage-plugin-'))
  const modules = join(root, 'node_modules')
  linkPackages(resolve('node_modules'), modules)
  const installed = join(modules, 'stowage')
  mkdirSync(installed)
  for (const path of ['package.json', 'LICENSE', 'build']) cpSync(path, join(installed, path), { recursive: true })
  const build = join(installed, 'dist')
  cpSync(dist, build, { recursive: true })
  const run = (cwd: string, args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr || stdout)
    return stdout
  }
  const kit = `import { buildPluginKit } from ${JSON.stringify(resolve('build/plugin-kit.mjs'))}
await buildPluginKit({ root: ${JSON.stringify(resolve('.'))}, out: ${JSON.stringify(build)} })`
  run('.', ['--input-type=module', '--eval', kit])
  return {
    root,
    build,
    tool: (...args) => run(root, [join(installed, 'build/stowage-plugin.mjs'), ...args]),
    console: (...args) => run(root, [join(build, 'server/main.mjs'), ...args]),
    typeErrors: (folder) =>
      spawnSync(process.execPath, [join(modules, 'typescript/bin/tsc')], { cwd: join(root, folder), encoding: 'utf8' })
        .stdout,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
