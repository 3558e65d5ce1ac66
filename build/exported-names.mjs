import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as esbuild from 'esbuild'
import { entries, listed } from './bundles.mjs'
import { entryPoints, sourceOf } from './entry-points.mjs'
import { sharedModules } from './layers.mjs'

const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  jsx: 'automatic',
  packages: 'external',
  loader: { '.woff2': 'empty', '.svg': 'empty', '.worker.min.mjs': 'empty' },
  write: false,
  logLevel: 'silent',
}

/** Names that the console exports to plugins, by module: entry points, and packages of which there is one instance. */
export const namesOfEntryPoints = async (root) => {
  const engines = readdirSync(join(root, 'entry/engines')).map((file) => `stowage/engines/${basename(file, '.ts')}`)
  const modules = ['stowage', 'stowage/web', 'stowage/ui', 'stowage/server', 'stowage/iam', ...engines]
  const sources = modules.map((name) => sourceOf(root, name).replace('./', ''))
  const { metafile } = await esbuild.build({
    ...options,
    absWorkingDir: root,
    entryPoints: [...sources, entries.kit],
    outdir: 'names',
    metafile: true,
    plugins: [entryPoints(root)],
  })
  const exportsOf = new Map(Object.values(metafile.outputs).map((output) => [output.entryPoint, output.exports]))
  const packages = sharedModules.filter((name) => !name.startsWith('stowage'))
  return Object.fromEntries([
    ...modules.map((name, index) => [name, exportsOf.get(sources[index])]),
    ...packages.map((name) => [name, exportsOf.get(entries.kit)]),
  ])
}

const namespace = 'provided'

/** Replaces the modules of the console by modules with the same names, whose missing names esbuild reports. */
const onlyNames = (names) => ({
  name: 'only-names',
  setup: (build) => {
    build.onResolve({ filter: /./ }, ({ path }) => (Object.hasOwn(names, path) ? { path, namespace } : undefined))
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `const it = 0\nexport { ${names[path].map((name) => `it as ${name}`).join(', ')} }`,
    }))
  },
})

/**
 * Throws if a plugin's source imports a name that the console does not export, with each place. Without this check, the
 * import would fail in the browser, or be `undefined` on the server. `names` are those of `namesOfEntryPoints()`.
 */
export const assertNames = async ({ folder, names }) => {
  const failure = await esbuild
    .build({
      ...options,
      absWorkingDir: folder,
      entryPoints: ['plugin.ts', 'server.ts'].filter((name) => existsSync(join(folder, name))),
      outdir: 'names',
      plugins: [onlyNames(names)],
    })
    .then(
      () => undefined,
      (error) => error,
    )
  // all other errors are those of the build
  const missing = (failure?.errors ?? []).filter(({ text }) => text.startsWith(`No matching export in "${namespace}:`))
  const renamed = missing.map((error) => ({ ...error, text: error.text.replace(`${namespace}:`, '') }))
  if (renamed.length > 0) throw new Error(listed(renamed))
}
