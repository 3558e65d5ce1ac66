import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { packageAll } from '../../build/package/package.mjs'
import { buildPluginKit } from '../../build/plugin-kit.mjs'
import { atEnd } from './at-end.ts'
import { dist } from './dist.ts'

/** A folder outside of the repository in which the console's package is installed. */
export type PluginProject = {
  root: string
  /** The installed build. */
  build: string
  /** Runs `stowage-plugin`, or `stowage` as an operator would. Throws with its output if it fails. */
  tool(...args: string[]): string
  console(...args: string[]): string
  /** Compiler errors in a folder. */
  typeErrors(folder: string): string
  remove(): void
}

const run = (cwd: string, program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr || stdout)
  return stdout
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { dependencies?: Record<string, string> }

/** Packs the published files of this build. Returns the path of the npm archive. */
const packConsole = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-packed-'))
  atEnd.add(() => rmSync(folder, { recursive: true, force: true }))
  const [built, out] = [join(folder, 'built'), join(folder, 'artifacts')]
  cpSync(dist, built, { recursive: true })
  await buildPluginKit({ root: resolve('.'), out: built })
  const { names } = await packageAll({ root: resolve('.'), dist: built, out, only: [] })
  rmSync(built, { recursive: true })
  return join(out, names.find((name) => name.endsWith('.tgz')) ?? '')
}

/** The archive that all suites of this process install. */
let packed: Promise<string> | undefined

/**
 * Installs the packed console in an empty folder, as `npm install` would. Besides it there are only its dependencies,
 * and the packages that `stowage-plugin new` lists for plugins.
 */
export const installPackage = async (): Promise<PluginProject> => {
  const root = mkdtempSync(join(tmpdir(), 'stowage-plugin-'))
  const modules = join(root, 'node_modules')
  const installed = join(modules, 'stowage')
  const build = join(installed, 'dist')
  mkdirSync(installed, { recursive: true })
  const archive = await (packed ??= packConsole())
  run(root, 'tar', ['xzf', archive, '-C', installed, '--strip-components=1'])
  const tools = Object.keys(readJson(join(build, 'entry/tools.json')))
  const { dependencies = {} } = readJson(join(installed, 'package.json'))
  for (const name of new Set([...tools, ...Object.keys(dependencies)])) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  const node = (args: string[]) => run(root, process.execPath, args)
  return {
    root,
    build,
    tool: (...args) => node([join(installed, 'build/stowage-plugin.mjs'), ...args]),
    console: (...args) => node([join(build, 'server/main.mjs'), ...args]),
    typeErrors: (folder) => {
      const args = [join(modules, 'typescript/bin/tsc'), '--singleThreaded']
      return spawnSync(process.execPath, args, { cwd: join(root, folder), encoding: 'utf8' }).stdout
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
