import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Package scripts that a worker loads by address, so they are not bundled. */
const apart = {
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
  plugins: [entryPoints(root), styles({ mode, root: own ? root : undefined }), apart],
})

/** esbuild options for the server half: our code in one file, packages external (some contain native code). */
export const serverBundle = ({ root, out }) => ({
  ...common,
  absWorkingDir: root,
  entryPoints: ['server/main.ts'],
  outdir: join(out, 'server'),
  outExtension: { '.js': '.mjs' },
  // an engine and its dependencies are loaded only where it runs
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  plugins: [entryPoints(root)],
  // also installed as a command
  banner: { js: '#!/usr/bin/env node' },
  sourcesContent: false,
})

/** Formats all esbuild errors as text, each with its source location. */
export const listed = (errors) =>
  formatMessagesSync(errors, { kind: 'error', color: process.stderr.isTTY, terminalWidth: 120 }).join('\n')
