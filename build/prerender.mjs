import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { entryPoints } from './entry-points.mjs'
import { styles } from './styles.mjs'

const entry = 'core/prerender.tsx'

/** Whether the project has screens to prerender. */
export const hasScreens = (root) => existsSync(join(root, entry))

/** Stubs pages, since only the first screens and the manifests are needed. */
const withoutPages = {
  name: 'without-pages',
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
}

/** esbuild options for the code that prerenders the screens shown before any script runs. */
export const screensBundle = ({ root, mode }) => ({
  absWorkingDir: root,
  entryPoints: [entry],
  outdir: join(root, 'prerender'),
  // named like the browser's own files, because this style sheet loads their fonts
  entryNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  bundle: true,
  format: 'iife',
  globalName: 'prerendered',
  write: false,
  metafile: true,
  logLevel: 'silent',
  target: 'node20',
  minify: mode === 'production',
  jsx: 'automatic',
  loader: { '.woff2': 'file', '.svg': 'empty' },
  define: {
    __DEV__: 'false',
    'process.env.NODE_ENV': '"production"',
    'import.meta.env': 'true',
    'import.meta.env.MODE': '"production"',
  },
  plugins: [entryPoints(root), styles({ mode, root }), withoutPages],
})

/** Minimal browser globals for prerendering: the console's root address and empty storage. */
const emptyBrowser = () => ({
  window: {
    location: new URL('http://localhost/login'),
    history: { state: null, replaceState: () => {} },
    addEventListener: () => {},
  },
  document: { documentElement: { dataset: {} }, getElementById: () => null, querySelector: () => null },
  ...{
    AbortController,
    Headers,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    console,
    fetch,
    queueMicrotask,
    setTimeout,
  },
})

/** Style rules of the prerendered screens. */
export const styleOf = ({ outputFiles }) => outputFiles.find(({ path }) => path.endsWith('.css'))?.text

/** Runs the bundle that prerenders the screens and returns the `screens` of `core/prerender.tsx`. */
export const drawScreens = ({ outputFiles }) => {
  const { text } = outputFiles.find(({ path }) => path.endsWith('.js'))
  const context = createContext(emptyBrowser())
  new Script(text, { filename: 'core/prerender.tsx, bundled' }).runInContext(context)
  return context.prerendered.screens
}
