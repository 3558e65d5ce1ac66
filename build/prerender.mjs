import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { styles } from './styles.mjs'

const entry = 'core/prerender.tsx'

/** Whether a project has screens to draw. */
export const hasScreens = (root) => existsSync(join(root, entry))

/** Pages stay out: only the first screens and the manifests are needed. */
const withoutPages = {
  name: 'without-pages',
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
}

/** esbuild's options for what runs at build time: the screens that stand in the page before any script. */
export const screensBundle = ({ root, mode }) => ({
  absWorkingDir: root,
  entryPoints: [entry],
  outdir: join(root, 'prerender'),
  // named as the browser's own are, since its fonts are what this style sheet loads
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
  plugins: [styles({ mode }), withoutPages],
})

/** A browser at the console's root that has nothing and remembers nothing: as much of one as the first screens need. */
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

/** The rules that the drawn screens need. */
export const styleOf = ({ outputFiles }) => outputFiles.find(({ path }) => path.endsWith('.css'))?.text

/** Draws the screens: runs their bundle and returns what `core/prerender.tsx` exports. */
export const drawScreens = ({ outputFiles }) => {
  const { text } = outputFiles.find(({ path }) => path.endsWith('.js'))
  const context = createContext(emptyBrowser())
  new Script(text, { filename: 'core/prerender.tsx, bundled' }).runInContext(context)
  return context.prerendered
}
