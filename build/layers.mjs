import { existsSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { browserBundle, entries } from './bundles.mjs'
import { session } from './entry-points.mjs'

/**
 * Import specifier of the core's public entry point (`entry/kit.ts`). Browser code is built in layers: the core, and
 * above it each plugin's pages and the parts of the core that load on demand. Everything above imports the core by this
 * name, which the page's import map resolves to the built file.
 */
export const kit = 'stowage'

/** Entry points and packages that the core's file also exports, because a page must have one instance of each. */
export const sharedModules = [
  'stowage/web',
  'stowage/ui',
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'valtio',
]

/** Whether the core's file exports a module. */
export const isShared = (name) => name === kit || sharedModules.includes(name)

/** Styles and messages have no state: each script contains those that it uses. */
const isCopied = (path) => path.endsWith('.css.ts') || path.endsWith('/messages.ts')

/** Resolves an import to a source path relative to the root; `undefined` inside this call itself. */
export const resolveSource = async (build, { path, importer, resolveDir, kind, pluginData }) => {
  if (pluginData === resolveSource) return undefined
  const resolution = await build.resolve(path, { importer, resolveDir, kind, pluginData: resolveSource })
  return resolution.errors.length > 0 ? undefined : relative(build.initialOptions.absWorkingDir, resolution.path)
}

/** Redirects dynamic imports to the file that `fileOf` returns for a source; others are bundled. */
export const loadedLater = (fileOf) => ({
  name: 'loaded-later',
  setup: (build) =>
    build.onResolve({ filter: /^\./ }, async (args) => {
      const source = args.kind === 'dynamic-import' && (await resolveSource(build, args))
      const path = source && fileOf(source)
      return path ? { path, external: true } : undefined
    }),
})

/** Leaves imports of shared modules to the page's import map. */
export const sharedOutside = {
  name: 'shared-outside',
  setup: (build) => {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && isShared(path) ? { path, external: true } : undefined,
    )
    // a CommonJS module that requires React, for versions of it without this hook
    build.onResolve({ filter: /^use-sync-external-store\/shim$/ }, () => ({ path: 'react', external: true }))
  },
}

/** Redirects imports of these core modules to the core's entry point. */
const aboveCore = (modules) => ({
  name: 'above-core',
  setup: (build) => {
    build.onResolve({ filter: /^\./ }, async (args) => {
      const source = args.kind === 'import-statement' && (await resolveSource(build, args))
      return source && modules.has(source) ? { path: kit, external: true } : undefined
    })
  },
})

/** Strips style rules from the scripts; a single style sheet holds all of them. */
export const withoutRules = {
  name: 'without-rules',
  setup: (build) =>
    build.onLoad({ filter: /./, namespace: 'vanilla-extract-css-ns' }, () => ({ contents: '', loader: 'js' })),
}

/** Collects the imports of some entries without evaluating styles or writing files. */
export const scan = async (bundle, options, name, entryPoints) => {
  const { metafile } = await bundle(name, {
    ...options,
    entryPoints,
    packages: 'external',
    splitting: false,
    minify: false,
    sourcemap: false,
    plugins: [loadedLater((source) => source)],
  })
  const inputs = Object.entries(metafile.inputs)
  const later = inputs.flatMap(([, { imports }]) =>
    imports.flatMap(({ kind, path }) => (kind === 'dynamic-import' ? [path] : [])),
  )
  return { modules: inputs.map(([path]) => path), later: [...new Set(later)] }
}

/** Names that scripts above the core import but the core does not export, as sentences. */
const missingNames = (results, exported) =>
  results.flatMap(({ outputFiles, metafile }) =>
    outputFiles
      .filter(({ path }) => path.endsWith('.js'))
      .flatMap(({ path, text }) => {
        const [, output] = Object.entries(metafile.outputs).find(([name]) => path.endsWith(basename(name))) ?? []
        const from = output.entryPoint ?? Object.keys(output.inputs)[0]
        return importedNames(text)
          .filter((name) => !exported.has(name))
          .map((name) => `${from} imports "${name}" from the core, which ${entries.kit} does not export`)
      }),
  )

/** Throws if a script above the core imports a name that the core does not export. */
export const assertExported = (results, exported) => {
  const missing = missingNames(results, exported)
  if (missing.length > 0) throw new Error(missing.join('\n'))
}

const importedNames = (text) =>
  [...text.matchAll(/\bimport\s*(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\})?\s*from\s*["']([^"']+)["']/g)]
    .filter(([, , , from]) => isShared(from))
    .flatMap(([, byDefault, names = '']) => [
      ...(byDefault ? ['default'] : []),
      ...names.split(',').flatMap((name) => name.trim().split(/\s+as\s+/)[0] || []),
    ])

/** Merges the results of several bundles into one, with imports of the core resolved to its file. */
const joined = (results, kitFile, sourceOf) => {
  const imports = (list) =>
    list.map((one) =>
      one.external && isShared(one.path)
        ? { path: kitFile, kind: one.kind }
        : one.external && sourceOf.has(one.path)
          ? { path: sourceOf.get(one.path), kind: one.kind }
          : one,
    )
  const all = (part) =>
    Object.fromEntries(
      results.flatMap(({ metafile }) =>
        Object.entries(metafile[part]).map(([path, one]) => [path, { ...one, imports: imports(one.imports) }]),
      ),
    )
  return {
    outputFiles: results.flatMap(({ outputFiles }) => outputFiles),
    metafile: { inputs: all('inputs'), outputs: all('outputs') },
  }
}

const present = (root, paths) => paths.filter((path) => existsSync(join(root, path)))

/** esbuild options for the core's style sheet: all rules, in import order. */
export const rulesBundle = ({ root, out, mode }) => ({
  ...browserBundle({ root, out, mode }),
  entryPoints: undefined,
  stdin: {
    contents: present(root, [entries.main, entries.kit, entries.classes])
      .map((path) => `import './${path}'`)
      .join('\n'),
    resolveDir: root,
  },
  entryNames: 'assets/console-[hash]',
  splitting: false,
})

/**
 * Builds the core of the browser half in `root`: `{ outputFiles, metafile }` of all layers in esbuild's format, and
 * `exports`, the names that plugins may import. `bundle(name, options)` runs esbuild; `name` distinguishes the bundles
 * of one build.
 */
export const buildBrowser = async ({ root, out, mode }, bundle) => {
  const options = browserBundle({ root, out, mode })
  const core = await scan(bundle, options, 'core imports', present(root, [entries.main, entries.kit]))
  const modules = new Set(core.modules.filter((path) => !isCopied(path) && !path.startsWith('node_modules/')))
  const parts = await bundle('parts of the core', {
    ...options,
    entryPoints: core.later.filter((path) => path !== session),
    plugins: [sharedOutside, aboveCore(modules), withoutRules, ...options.plugins],
  })
  const files = new Map(
    Object.entries(parts.metafile.outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [[entryPoint, `./${basename(path)}`]] : [],
    ),
  )
  const base = await bundle('core', {
    ...options,
    entryPoints: present(root, [entries.main, entries.kit, entries.boot, entries.icon]),
    plugins: [loadedLater((source) => files.get(source)), withoutRules, ...options.plugins],
  })
  const rules = await bundle('rules', rulesBundle({ root, out, mode }))
  const isRule = (path) => /\.(css|css\.map|woff2)$/.test(path)
  const only = (passes, { outputFiles, metafile }) => ({
    outputFiles: outputFiles.filter(({ path }) => passes(path)),
    metafile: {
      ...metafile,
      outputs: Object.fromEntries(Object.entries(metafile.outputs).filter(([path]) => passes(path))),
    },
  })
  const kitFile = Object.keys(base.metafile.outputs).find(
    (path) => base.metafile.outputs[path].entryPoint === entries.kit,
  )
  const exports = new Set(base.metafile.outputs[kitFile]?.exports)
  assertExported([parts], exports)
  const sourceOf = new Map([...files].map(([source, file]) => [file, source]))
  return { ...joined([base, parts, only(isRule, rules)], kitFile, sourceOf), exports }
}
