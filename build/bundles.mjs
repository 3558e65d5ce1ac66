import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatMessagesSync } from 'esbuild'
import { styles } from './styles.mjs'

/**
 * The browser half's entry, what plugins import of the core, the script that sets the theme before the first paint,
 * and the tab's icon.
 */
export const entries = {
  main: 'core/main.tsx',
  kit: 'core/kit.ts',
  boot: 'themes/boot.js',
  icon: 'themes/icon.svg',
}

/** What main.tsx loads with a session. */
export const onDemand = { session: 'core/signed-in.ts' }

const common = {
  bundle: true,
  format: 'esm',
  metafile: true,
  write: false,
  logLevel: 'silent',
  sourcemap: 'linked',
  legalComments: 'none',
}

/** Scripts of packages that a worker loads by their address; nothing bundles them. */
const apart = {
  name: 'scripts-apart',
  setup: (build) =>
    build.onLoad({ filter: /_nowasm_fallback\.js$/ }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'file',
    })),
}

/** esbuild's options for bundles of the browser half. `mode` is `production` or `development`. */
export const browserBundle = ({ root, out, mode }) => ({
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
  alias: { 'react-style-singleton': join(root, 'core/shims/style-singleton.ts') },
  define: {
    __DEV__: String(mode === 'development'),
    'process.env.NODE_ENV': JSON.stringify(mode),
    // valtio asks `import.meta.env ? import.meta.env.MODE : …` and keeps its development checks without both
    'import.meta.env': 'true',
    'import.meta.env.MODE': JSON.stringify(mode),
  },
  plugins: [styles({ mode }), apart],
})

/** esbuild's options for the server half: our code in one file, packages stay outside (some hold native code). */
export const serverBundle = ({ root, out }) => ({
  ...common,
  absWorkingDir: root,
  entryPoints: ['server/main.ts'],
  outdir: join(out, 'server'),
  outExtension: { '.js': '.mjs' },
  // an engine is loaded only where it runs, and what it stands on with it
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  // it is a program, too
  banner: { js: '#!/usr/bin/env node' },
  sourcesContent: false,
})

/** esbuild's errors as text, all of them, each with its place in the source. */
export const listed = (errors) =>
  formatMessagesSync(errors, { kind: 'error', color: process.stderr.isTTY, terminalWidth: 120 }).join('\n')
