import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleTests } from '../runner/bundle.mjs'
import { runToEnd } from '../runner/outcome.mjs'

/**
 * Builds the app for production and bundles programs of `test/` that run it, in a temporary folder that is deleted with
 * this process. Returns a function that imports one of them. Exits the process if the build fails.
 */
export const withApp = async (files) => {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
  process.chdir(root)
  const work = resolve('.test', String(process.pid))
  mkdirSync(work, { recursive: true })
  process.once('exit', () => rmSync(work, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  process.env.STOWAGE_DIST = join(work, 'dist')

  const { ended, printed } = await runToEnd(['build.mjs', '--out', process.env.STOWAGE_DIST, '--meta'], {
    env: process.env,
    limit: 60,
    quiet: true,
  })
  if (ended !== 0) {
    console.error(printed)
    process.exit(1)
  }
  await bundleTests({ root, files, outdir: work, dom: false })
  return (file) => import(pathToFileURL(join(work, file.replace(/ts$/, 'mjs'))).href)
}
