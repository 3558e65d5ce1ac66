import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as esbuild from 'esbuild'

/** Options of esbuild for tests. */
export const testBundle = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  jsx: 'automatic',
  metafile: true,
}

/** Test files of a plugin, relative to its folder. */
const testsIn = (folder, parts) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => /\.test\.tsx?$/.test(path) && !/(^|[/\\])(node_modules|dist|\.test-\w+)[/\\]/.test(path))
    .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))

/**
 * Bundles the tests of the plugin in `folder` and runs them with Node's test runner, in that folder. Returns the exit
 * code. `plugins` and `packages` are options of esbuild.
 */
export const runPluginTests = async ({ folder, parts = [], plugins = [] }) => {
  const tests = testsIn(folder, parts)
  if (tests.length === 0) throw new Error(`${folder} has no *.test.ts file${parts.length > 0 ? ' with this path' : ''}`)
  // inside of the folder, so that packages are found
  const out = mkdtempSync(join(folder, '.test-'))
  try {
    const { metafile } = await esbuild.build({
      absWorkingDir: folder,
      entryPoints: tests,
      outdir: out,
      outbase: folder,
      ...testBundle,
      sourcemap: 'inline',
      logLevel: 'warning',
      plugins,
    })
    const files = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
      tests.includes(entryPoint) ? [path] : [],
    )
    // with the NODE_TEST_CONTEXT of an outer test runner, node:test would print a different format
    const { NODE_TEST_CONTEXT, ...env } = process.env
    const child = spawn(process.execPath, ['--enable-source-maps', '--test', '--test-reporter=spec', ...files.sort()], {
      cwd: folder,
      env,
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    return code ?? 1
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
