import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatMessagesSync } from 'esbuild'
import { entryPoints } from './entry-points.mjs'
import { styles } from './styles.mjs'

/**
 * Entries of the browser half: the app, the public API for plugins, the script that sets the theme before first paint,
 * and the favicon.
 */
export const entries = {
  main: 'core/main.tsx',
  kit: 'entry/kit.ts',
  classes: 'entry/classes.ts',
  boot: 'themes/boot.js',
  icon: 'themes/icon.svg',
}

const common = {
  bundle: true,
  format: 'esm',
  metafile: true,
  write: false,
  logLevel: 'silent',
  sourcemap: 'linked',
  legalComments: 'none',
}

/** Scripts of packages that a worker loads by address, so they are not bundled. */
const separateScripts = {
  name: 'scripts-apart',
  setup: (build) =>
    build.onLoad({ filter: /_nowasm_fallback\.js$/ }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'file',
    })),
}

/** esbuild options for browser bundles. `mode` is `production` or `development`. */
export const browserBundle = ({ root, out, mode, own = true }) => ({
  ...common,
  absWorkingDir: root,
  outdir: join(out, 'public'),
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  splitting: true,
  target: 'es2022',
  jsx: 'automatic',
  minify: mode === 'production',
  sourcesContent: mode === 'development',
  loader: { '.woff2': 'file', '.svg': 'copy', '.worker.min.mjs': 'file' },
  alias: { 'react-style-singleton': join(root, 'ui/shims/style-singleton.ts') },
  define: {
    __DEV__: String(mode === 'development'),
    'process.env.NODE_ENV': JSON.stringify(mode),
    // valtio checks `import.meta.env ? import.meta.env.MODE : …` and keeps its development checks unless both are set
    'import.meta.env': 'true',
    'import.meta.env.MODE': JSON.stringify(mode),
  },
  plugins: [entryPoints(root), styles({ mode, root: own ? root : undefined }), separateScripts],
})

/** Packages with native code, which cannot be bundled: they are the `dependencies` of the package. */
export const nativePackages = ['argon2', 'lmdb']

/**
 * Gives the dynamic import of a CommonJS package within another package its named exports, as Node.js does: esbuild
 * only provides `default`.
 */
export const namedExports = {
  name: 'named-exports',
  setup: (build) => {
    build.onResolve({ filter: /^[a-z@]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === namedExports || !/node_modules/.test(importer)) return undefined
      const options = { kind, importer, resolveDir, pluginData: namedExports }
      const { path: file, namespace, external } = await build.resolve(path, options)
      return external || namespace !== 'file' ? undefined : { path: file, namespace: 'named-exports' }
    })
    build.onLoad({ filter: /./, namespace: 'named-exports' }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path))).filter((name) => /^(?!default$|__)\w+$/.test(name))
      const contents = `import * as all from ${JSON.stringify(path)}\nexport const { ${names} } = all`
      return { contents, resolveDir: dirname(path) }
    })
  },
}

/** esbuild options shared by all server halves. Bundled packages in the CommonJS format call `require`. */
export const serverCode = {
  platform: 'node',
  target: 'node20',
  splitting: true,
  minifyWhitespace: true,
  outExtension: { '.js': '.mjs' },
  sourcesContent: false,
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)`,
  },
}

/** esbuild options for the server half of the console. */
export const serverBundle = ({ root, out }) => ({
  ...common,
  absWorkingDir: root,
  entryPoints: ['server/main.ts'],
  ...serverCode,
  external: nativePackages,
  outdir: join(out, 'server'),
  // an engine and its dependencies are loaded only if it is used
  chunkNames: 'parts/[name]-[hash]',
  plugins: [entryPoints(root), namedExports],
  // also installed as a command
  banner: { js: `#!/usr/bin/env node\n${serverCode.banner.js}` },
})

/** Formats all esbuild errors as text, each with its source location. */
export const listed = (errors) =>
  formatMessagesSync(errors, { kind: 'error', color: process.stderr.isTTY, terminalWidth: 120 }).join('\n')
