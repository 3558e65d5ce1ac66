import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { browserBundle, entries, onDemand } from './bundles.mjs'

/**
/**
 * Import specifier of the core's public entry point (`entry/kit.ts`). Browser code is built in layers: the core, and
 * above it each plugin's pages and the parts of the core that load on demand. Everything above imports the core by this
 * name, which the page's import map resolves to the built file.
 */
export const kit = 'stowage'

/** Entry points and packages that the same file exports, because they must exist once per page. */
export const sharedModules = [
  'stowage/web',
  'stowage/ui',
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'valtio',
]

const isShared = (name) => name === kit || sharedModules.includes(name)

const isStyle = (path) => path.endsWith('.css.ts')

/** Resolves an import to a source path relative to the root; `undefined` inside this call itself. */
const resolveSource = async (build, { path, importer, resolveDir, kind, pluginData }) => {
  if (pluginData === resolveSource) return undefined
  const resolution = await build.resolve(path, { importer, resolveDir, kind, pluginData: resolveSource })
  return resolution.errors.length > 0 ? undefined : relative(build.initialOptions.absWorkingDir, resolution.path)
}

/** Redirects dynamic imports to the file that `fileOf` returns for a source; others are bundled. */
const loadedLater = (fileOf) => ({
  name: 'loaded-later',
  setup: (build) =>
    build.onResolve({ filter: /^\./ }, async (args) => {
      const source = args.kind === 'dynamic-import' && (await resolveSource(build, args))
      const path = source && fileOf(source)
      return path ? { path, external: true } : undefined
    }),
})

/** Redirects imports of these core modules and shared modules to the core's entry point. */
const aboveCore = (modules) => ({
  name: 'above-core',
  setup: (build) => {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && isShared(path) ? { path, external: true } : undefined,
    )
    build.onResolve({ filter: /^\./ }, async (args) => {
      const source = args.kind === 'import-statement' && (await resolveSource(build, args))
      return source && modules.has(source) ? { path: kit, external: true } : undefined
    })
  },
})

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

/** Strips style rules from the scripts; a single style sheet holds all of them. */
const withoutRules = {
  name: 'without-rules',
  setup: (build) =>
    build.onLoad({ filter: /./, namespace: 'vanilla-extract-css-ns' }, () => ({ contents: '', loader: 'js' })),
}

/** Collects the imports of some entries without evaluating styles or writing files. */
const scan = async (bundle, options, name, entryPoints) => {
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

/** Names that scripts above the core import but the core does not export, one sentence each. */
const missingNames = (results, exported) =>
  results.flatMap(({ outputFiles, metafile }) =>
    outputFiles
      .filter(({ path }) => path.endsWith('.js'))
      .flatMap(({ path, text }) => {
        const [output] = Object.entries(metafile.outputs).find(([name]) => path.endsWith(name)) ?? []
        const from = metafile.outputs[output].entryPoint ?? Object.keys(metafile.outputs[output].inputs)[0]
        return importedNames(text)
          .filter((name) => !exported.has(name))
          .map((name) => `${from} imports "${name}" from the core, which ${entries.kit} does not export`)
      }),
  )

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

/** esbuild options for the style sheet: all rules, in import order. */
export const rulesBundle = ({ root, out, mode }) => ({
  ...browserBundle({ root, out, mode }),
  entryPoints: undefined,
  stdin: {
    contents: present(root, [entries.main, entries.kit])
      .map((path) => `import './${path}'`)
      .join('\n'),
    resolveDir: root,
  },
  entryNames: 'assets/console-[hash]',
  splitting: false,
})

/**
 * Builds the browser half of the project in `root` and returns `{ outputFiles, metafile }` of all layers, in esbuild's
 * format. `bundle(name, options)` runs esbuild; `name` distinguishes the bundles of one build.
 */
export const buildBrowser = async ({ root, out, mode }, bundle) => {
  const options = browserBundle({ root, out, mode })
  const core = await scan(bundle, options, 'core imports', present(root, [entries.main, entries.kit]))
  const modules = new Set(core.modules.filter((path) => !isStyle(path) && !path.startsWith('node_modules/')))
  const above = [aboveCore(modules), withoutRules, ...options.plugins]

  const ids = existsSync(join(root, 'plugins')) ? readdirSync(join(root, 'plugins')) : []
  const plugins = await Promise.all(
    present(
      root,
      ids.map((id) => `plugins/${id}/plugin.ts`),
    ).map(async (manifest) => {
      const { later } = await scan(bundle, options, `imports of ${manifest}`, [manifest])
      const first = manifest.replace('plugin.ts', 'pages/index.ts')
      const together = later.includes(first) ? [withFirstPage(root, first)] : []
      return bundle(manifest, { ...options, entryPoints: later, plugins: [...together, ...above] })
    }),
  )
  const parts = await bundle('parts of the core', {
    ...options,
    entryPoints: core.later.filter((path) => path !== onDemand.session),
    plugins: above,
  })
  const files = new Map()
  const add = ({ metafile }) => {
    for (const [path, { entryPoint }] of Object.entries(metafile.outputs))
      if (entryPoint) files.set(entryPoint, `./${basename(path)}`)
  }
  for (const result of [...plugins, parts]) add(result)
  const later = loadedLater((source) => files.get(source))

  const session = await bundle('session', {
    ...options,
    entryPoints: present(root, [onDemand.session]),
    plugins: [later, ...above],
  })
  add(session)
  const base = await bundle('core', {
    ...options,
    entryPoints: present(root, Object.values(entries)),
    plugins: [later, withoutRules, ...options.plugins],
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
  const scripts = [base, session, parts, ...plugins]
  const kitFile = Object.keys(base.metafile.outputs).find(
    (path) => base.metafile.outputs[path].entryPoint === entries.kit,
  )
  const missing = missingNames([session, parts, ...plugins], new Set(base.metafile.outputs[kitFile]?.exports))
  if (missing.length > 0) throw new Error(missing.join('\n'))
  const sourceOf = new Map([...files].map(([source, file]) => [file, source]))
  return joined([...scripts, only(isRule, rules)], kitFile, sourceOf)
}
