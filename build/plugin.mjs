import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { createContext, Script } from 'node:vm'
import { browserBundle, namedExports, nativePackages, serverCode } from './bundles.mjs'
import { hostModules } from './host-modules.mjs'
import { loadedLater, resolveSource, scan, sharedOutside, withoutRules } from './layers.mjs'
import { closure, outputsBelow } from './page.mjs'

/**
 * Makes everything a plugin loads on demand also import the plugin's first page, which is loaded by then. Code shared
 * by several of them then becomes one chunk instead of one per combination.
 */
const withFirstPage = (root, first) => ({
  name: 'with-first-page',
  setup: (build) => {
    const onDemand = new Set()
    build.onResolve({ filter: /./ }, async (args) => {
      const source = ['dynamic-import', 'entry-point'].includes(args.kind) && (await resolveSource(build, args))
      if (source && source !== first) onDemand.add(join(root, source))
      return undefined
    })
    build.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, async ({ path }) =>
      onDemand.has(path)
        ? {
            contents: `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(join(root, first))}`,
            loader: path.endsWith('x') ? 'tsx' : 'ts',
          }
        : undefined,
    )
  },
})

/** Keeps only the style rules of files in the plugin's folder: those of the core are in its own style sheet. */
const ownRules = (folder) => ({
  name: 'own-rules',
  setup: (build) =>
    build.onResolve({ filter: /\.vanilla\.css\?/ }, ({ path }) =>
      path.startsWith(folder) ? undefined : { path, external: true, sideEffects: false },
    ),
})

/** A value that supports any operation, in place of browser globals. */
const anything = new Proxy(() => anything, {
  get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : anything),
})

/**
 * Runs a browser manifest outside a browser and returns its description for the server. Throws if the manifest is not a
 * plugin.
 */
const describe = (text, id, protocol) => {
  const module = { exports: {} }
  const factory = new Script(`(module, exports, require) => {${text}\n}`, { filename: `${id}/plugin.ts` })
  const context = createContext({ URL, URLSearchParams, TextEncoder, TextDecoder, console })
  factory.runInContext(context)(module, module.exports, (name) => (name === 'stowage' ? protocol : anything))
  const plugin = module.exports.default
  if (!plugin) throw new Error(`plugin.ts has no default export: write export default { id: '${id}', … }`)
  if (plugin.id !== id)
    throw new Error(
      `plugin.ts exports the id "${plugin.id}", but the package is named for "${id}". ` +
        `Name it "stowage-plugin-${plugin.id}", or change the id`,
    )
  const { routes = [], sidebar = [], settings = [], search = [], dialogs = [], links = [] } = plugin
  const { viewers = [], notices = [] } = plugin
  return {
    order: plugin.order ?? 1000,
    routes: routes.map(({ path, page, layout = 'shell', first, title }) => ({
      path,
      page,
      layout,
      title: title ?? sidebar.find((entry) => entry.page === page)?.label ?? '',
      ...(first && { first }),
    })),
    contributes: {
      sidebar: sidebar.map(({ label }) => label),
      // a panel for a section has the title of the section, which the server half knows
      settings: settings.map(({ id, title = id }) => title),
      search: search.map(({ section }) => section),
      dialogs: dialogs.map((one) => one.id),
      links: links.map((one) => one.id),
      viewers: viewers.map((one) => one.id),
      notices: notices.map(({ page }) => page),
    },
  }
}

const textOf = ({ outputFiles }, extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? ''

/**
 * Bundles one plugin. `source` is its folder relative to `root`, `name` its id; `own` are esbuild plugins that resolve
 * the console's own name, for a built-in plugin. Returns the results of all bundles: `pages` (`undefined` without a
 * browser half), the manifest's text, the text of its style rules, `server`, and the `inputs` of all of them.
 */
export const bundlePlugin = async ({ root, source, id, out, mode, own = [] }, bundle) => {
  const at = (file) => join(source, file)
  const named = (name) => `${name} of ${id}`
  const { plugins, alias, ...browser } = browserBundle({ root, out, mode, own: own.length > 0 })
  const [, ...loaders] = plugins
  const options = {
    ...browser,
    ...(own.length > 0 && { alias }),
    entryNames: `assets/${id}/[name]-[hash]`,
    chunkNames: `assets/${id}/[name]-[hash]`,
    assetNames: `assets/${id}/[name]-[hash]`,
  }
  const above = [sharedOutside, withoutRules, ...own, ...loaders]
  const manifest = at('plugin.ts')
  const hasBrowser = existsSync(join(root, manifest))
  const later = hasBrowser ? (await scan(bundle, options, named('imports'), [manifest])).later : []
  const first = at('pages/index.ts')
  const together = later.includes(first) ? [withFirstPage(root, first)] : []
  const pages =
    hasBrowser && (await bundle(named('pages'), { ...options, entryPoints: later, plugins: [...together, ...above] }))
  const files = new Map(
    Object.entries(pages ? pages.metafile.outputs : {}).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [[entryPoint, `./${id}/${basename(path)}`]] : [],
    ),
  )
  const single = { ...options, splitting: false, sourcemap: false, outdir: join(out, 'single') }
  const [written, rules, server] = await Promise.all([
    hasBrowser &&
      bundle(named('manifest'), {
        ...single,
        entryPoints: [manifest],
        format: 'cjs',
        plugins: [loadedLater((path) => files.get(path)), ...above],
      }),
    hasBrowser &&
      bundle(named('rules'), {
        ...single,
        stdin: { contents: `import ${JSON.stringify(`./${manifest}`)}`, resolveDir: root },
        plugins: [sharedOutside, ownRules(source === '.' ? '' : `${source}/`), ...own, ...loaders],
      }),
    existsSync(join(root, at('server.ts'))) &&
      bundle(named('server half'), {
        ...serverHalf({ root, out, external: own.length > 0 ? nativePackages : [] }),
        entryPoints: { server: at('server.ts') },
        plugins: [hostModules, ...own, namedExports],
      }),
  ])
  const results = [pages, written, rules, server].filter(Boolean)
  return {
    pages,
    later,
    server,
    manifest: written && textOf(written, '.js'),
    rules: rules && textOf(rules, '.css'),
    inputs: results.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  }
}

const serverHalf = ({ root, out, external }) => ({
  ...serverCode,
  external,
  absWorkingDir: root,
  outdir: join(out, 'server'),
  bundle: true,
  format: 'esm',
  chunkNames: '[name]-[hash]',
  metafile: true,
  write: false,
  logLevel: 'silent',
  sourcemap: 'linked',
  legalComments: 'none',
})

/** Files of a bundle by their path below a folder. */
export const contentsOf = (result, folder) =>
  new Map((result ? result.outputFiles : []).map(({ path, contents }) => [relative(folder, path), contents]))

/**
 * Turns a plugin's bundles into what is published: files for the browser, files of the server half, and the plugin's
 * `manifest.json` without the list of files. `protocol` is the module `stowage`.
 */
export const assemblePlugin = ({ root, id, out, mode, version, stowage }, bundles, protocol) => {
  const { pages, later, manifest, rules, server } = bundles
  const folder = join(out, 'public')
  const outputs = pages ? outputsBelow(folder, root, pages.metafile) : {}
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => later.includes(entryPoint))
  return {
    contents: contentsOf(pages, folder),
    server: contentsOf(server, join(out, 'server')),
    pages: entries.map(([path, { entryPoint }]) => ({ page: entryPoint, scripts: closure(outputs, path) })),
    manifest: {
      id,
      version,
      mode,
      stowage,
      ...(server && { server: 'server.mjs' }),
      ...(manifest && {
        browser: manifest,
        style: rules,
        scripts: closure(outputs, ...entries.map(([path]) => path)),
        ...describe(manifest, id, protocol),
      }),
    },
  }
}
