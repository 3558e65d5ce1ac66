import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as esbuild from 'esbuild'
import { namesOfEntryPoints } from './exported-names.mjs'
import { entryPoints } from './entry-points.mjs'
import { withoutRules } from './layers.mjs'
import { styles } from './styles.mjs'

const bundleModule = async (root, source, target, plugins) => {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    packages: 'external',
    write: false,
    logLevel: 'silent',
    plugins,
  })
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, outputFiles[0].contents)
}

/** Writes what the plugin build checks versions with, since the package does not depend on `semver`. */
const bundleSemver = (root, target) =>
  esbuild.build({
    absWorkingDir: root,
    stdin: {
      contents: `export { default as valid } from 'semver/functions/valid.js'
        export { default as validRange } from 'semver/ranges/valid.js'`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: target,
    logLevel: 'silent',
  })

/** Packages that the build tools and the types need besides the console's package. */
const tools = [
  '@types/node',
  '@types/react',
  '@vanilla-extract/css',
  '@vanilla-extract/esbuild-plugin',
  'esbuild',
  'lucide-react',
  'playwright-core',
  'react',
  'typescript',
  'valibot',
]

const toolVersions = (root) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.fromEntries(tools.map((name) => [name, dependencies[name] ?? devDependencies[name]]))
}

/**
 * Adds to a build in `out` what plugins outside of this repository are built with: modules that are part of a plugin
 * (`entry/`), contracts of the built-in plugins, and types.
 */
export const buildPluginKit = async ({ root, out }) => {
  rmSync(join(out, 'entry'), { recursive: true, force: true })
  rmSync(join(out, 'types'), { recursive: true, force: true })
  const own = [withoutRules, entryPoints(root), styles({ mode: 'production', root })]
  const ids = readdirSync(join(root, 'plugins'))
  await Promise.all([
    ...['protocol', 'theme', 'classes'].map((name) =>
      bundleModule(root, `entry/${name}.ts`, join(out, 'entry', `${name}.mjs`), own),
    ),
    bundleSemver(root, join(out, 'entry/semver.mjs')),
    // these import the module "stowage", which must have one instance
    bundleModule(root, 'entry/testing.ts', join(out, 'entry/testing.mjs'), []),
    ...ids.map((id) => bundleModule(root, `plugins/${id}/contract.ts`, join(out, 'entry/plugins', `${id}.mjs`), [])),
  ])
  writeFileSync(join(out, 'entry/exports.json'), JSON.stringify(await namesOfEntryPoints(root)))
  writeFileSync(join(out, 'entry/tools.json'), JSON.stringify(toolVersions(root)))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(root, 'build/tsconfig.types.json')
  // several threads take twice the CPU time
  const args = [tsc, '-p', project, '--singleThreaded', '--outDir', join(out, 'types')]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types cannot be written:\n${stdout}`)
}
