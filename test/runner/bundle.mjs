import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import { entryPoints } from '../../build/entry-points.mjs'
import { styles } from '../../build/styles.mjs'
import { testBundle } from '../../build/plugin-tests.mjs'

/** Style sheets of packages have no effect outside a browser. */
const noStyleSheets = {
  name: 'no-style-sheets',
  setup(build) {
    build.onResolve({ filter: /\.css$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, namespace: 'no-style-sheet' },
    )
    build.onLoad({ filter: /.*/, namespace: 'no-style-sheet' }, () => ({ contents: '', loader: 'js' }))
  },
}

/** Folder with the sources of plugins that were moved out of the repository, and the folder that they are added to. */
const { CONSOLE_TEST_PLUGIN_SOURCES: moved, CONSOLE_TEST_PLUGIN_DIR: added } = process.env
const movedIds = added ? readdirSync(added).filter((id) => existsSync(join(added, id, 'manifest.json'))) : []

/** Loads a server half as the console does. */
const loadAdded = (id) => `
  import { provideEngine, provideModules } from './server/plugin-modules.ts'
  await provideModules()
  for (const engine of ['embedded', 'minio', 'kubernetes']) await provideEngine(engine)
  const built = ${JSON.stringify(pathToFileURL(join(added, id, 'server/server.mjs')).href)}
  const { default: plugin } = await import(built)
  export default plugin`

/** Resolves imports of plugins that were moved out: server halves to what was built, the rest to the sources. */
const movedPlugins = (root) => ({
  name: 'moved-plugins',
  setup(build) {
    build.onResolve({ filter: /^\.|\bplugins\// }, ({ path, resolveDir }) => {
      const [, id, file] = /^plugins[/\\]([\w-]+)[/\\](.+)$/.exec(relative(root, resolve(resolveDir, path))) ?? []
      if (!movedIds.includes(id) || file.startsWith('test/')) return undefined
      return file === 'server.ts' ? { path: id, namespace: 'added' } : { path: join(moved, id, file) }
    })
    build.onLoad({ filter: /./, namespace: 'added' }, ({ path }) => ({ contents: loadAdded(path), resolveDir: root }))
  },
})

/** Fills the lists of `test/lib/plugins-of-*.ts` with the plugins in `plugins/`. */
const allPlugins = (root) => ({
  name: 'all-plugins',
  setup(build) {
    const list = (file) => {
      const own = readdirSync(join(root, 'plugins')).filter((id) => existsSync(join(root, 'plugins', id, file)))
      const ids = [...own, ...movedIds]
      const imports = ids.map((id, at) => `import plugin${at} from ${JSON.stringify(join(root, 'plugins', id, file))}`)
      return `${imports.join('\n')}\nexport const plugins = [${ids.map((_, at) => `plugin${at}`)}]`
    }
    build.onLoad({ filter: /[/\\]plugins-of-browser\.ts$/ }, () => ({
      contents: `${list('plugin.ts')}.sort((a, b) => (a.order ?? 1000) - (b.order ?? 1000))`,
      resolveDir: root,
    }))
    build.onLoad({ filter: /[/\\]plugins-of-server\.ts$/ }, () => ({ contents: list('server.ts'), resolveDir: root }))
  },
})

/** Caches evaluated style files for all bundles. */
const ourStyles = styles({ mode: 'development', root: resolve('.') })

/** Makes test files run their suites when they are loaded. */
const runningSuites = (root) => ({
  name: 'running-suites',
  setup(build) {
    const run = `\nimport { runSuites } from ${JSON.stringify(join(root, 'test/lib/suite.ts'))}\nrunSuites()`
    build.onLoad({ filter: /\.test\.tsx?$/, namespace: 'file' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8') + run,
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
})

/**
 * Bundles test files into `outdir`, one program each, with shared chunks. With `dom`, the chart library is replaced,
 * since happy-dom has no canvas; `plugins` are of esbuild. Returns the project's own files in each bundle, by the
 * test's path.
 */
export const bundleTests = async ({ root, files, outdir, dom, plugins = [] }) => {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: files,
    outbase: '.',
    outdir,
    ...testBundle,
    sourcemap: 'linked',
    logLevel: 'silent',
    loader: { '.woff2': 'empty', '.svg': 'empty' },
    define: { __DEV__: 'false' },
    ...(dom && { alias: { uplot: join(root, 'test/lib/uplot.ts') } }),
    plugins: [
      ...plugins,
      movedPlugins(root),
      entryPoints(root),
      allPlugins(root),
      ourStyles,
      noStyleSheets,
      runningSuites(root),
    ],
  })
  const inputsOf = (output, seen = new Set()) => {
    if (seen.has(output)) return []
    seen.add(output)
    const { inputs, imports } = metafile.outputs[output]
    const chunks = imports.filter(({ path, external }) => !external && path in metafile.outputs)
    return [...Object.keys(inputs), ...chunks.flatMap(({ path }) => inputsOf(path, seen))]
  }
  const programs = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint)
  return new Map(programs.map(([output, { entryPoint }]) => [entryPoint, inputsOf(output)]))
}
