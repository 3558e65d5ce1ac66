import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A project in a temporary folder that tests may change. */
export type Project = {
  root: string
  write(path: string, text: string): void
  /** Runs a Node program in it; `env` is added to this process's environment. `ended` is the exit code. */
  run(args: string[], env?: Record<string, string>): { printed: string; errors: string; ended: number | null }
  remove(): void
}

/** Sources of this project. */
const sources = [
  'build',
  'build.mjs',
  'core',
  'engines',
  'entry',
  'testing',
  'index.html',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'plugins',
  'server',
  'themes',
  'ui',
  'tsconfig.json',
]

/** Copies the sources of this project, and `more`; with `test` also the tests of the plugins. */
export const copySources = (...more: string[]) => {
  const project = copyProject(...sources, ...more)
  if (!more.includes('test'))
    for (const id of readdirSync(join(project.root, 'plugins')))
      rmSync(join(project.root, 'plugins', id, 'test'), { recursive: true, force: true })
  return project
}

/** Copies these files and folders into a new project, which uses the packages of this one. */
export const copyProject = (...paths: string[]): Project => {
  const root = mkdtempSync(join(tmpdir(), 'stowage-project-'))
  for (const path of paths) cpSync(path, join(root, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return {
    root,
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    run: (args, env = {}) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, args, {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      })
      return { printed: stdout, errors: stderr, ended: status }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/**
 * Returns the compiler's errors in a project; later calls check only changed files and their dependents.
 * Single-threaded: parallel checkers each check the shared types, which takes twice the CPU time.
 */
export const typeErrors = (project: Project) =>
  project.run([
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '--singleThreaded',
    '--incremental',
    '--tsBuildInfoFile',
    'types.info',
  ]).printed
