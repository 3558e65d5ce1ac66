import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as esbuild from 'esbuild'
import { measure } from './sizes.mjs'
import { packagesIn } from './bundled-packages.mjs'
import { listed, serverBundle } from './bundles.mjs'
import { entryPoints } from './entry-points.mjs'
import { assertExported, buildBrowser } from './layers.mjs'
import { fillPage, inlined, outputsBelow, parts, screensOf } from './page.mjs'
import { assemblePlugin, bundlePlugin, contentsOf } from './plugin.mjs'
import { drawScreens, hasScreens, screensBundle, styleOf } from './prerender.mjs'
import { compress, plain, publish } from './publish.mjs'

/** Removes a file that is inlined into the page from the output, and returns its text. */
const extractFile = (contents, path) => {
  const text = path ? Buffer.from(contents.get(path)).toString() : ''
  for (const file of [path, `${path}.map`]) contents.delete(file)
  return text
}

/**
 * Lays out the bundles for writing: browser files go to `public/`, server files to `server/`. `manifest.json` describes
 * the browser files to the server:
 * - `version`, `mode`: the package's version; `production` or `development`
 * - `page`: `index.html`, the response for every address that is not a file. Under a base path the server inserts that
 * path into each `="/` and `url(/`; no other file contains an absolute address
 * - `entry`, `closure`: the main script, and its static imports
 * - `screens`: the markup shown before any script runs, and each route with its scripts (`server/page.ts`)
 * - `files`: for each file its `size` in bytes, `type`, `etag` (without quotes, of the uncompressed form), whether it
 * is `immutable`, the sizes of its `.br` and `.gz` variants if any, and `previous` for assets of the previous build
 */
export const assemble = async ({ root, out, mode }, { browser, server, screens }) => {
  const folder = join(out, 'public')
  const outputs = outputsBelow(folder, root, browser.metafile)
  const page = parts(outputs)
  const contents = contentsOf(browser, folder)
  const [style, styles] = screens ? [styleOf(screens), page.style] : [extractFile(contents, page.style), undefined]
  const inside = {
    boot: inlined(extractFile(contents, page.boot)),
    icon: extractFile(contents, page.icon),
    style,
    styles,
  }
  contents.set('index.html', Buffer.from(fillPage(readFileSync(join(root, 'index.html'), 'utf8'), page, inside)))

  const { files, variants } = await (mode === 'production' ? compress(contents, out) : plain(contents))
  const prerendered = screens && { screens: screensOf(drawScreens(screens), outputs) }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = { version, mode, page: 'index.html', entry: page.main, closure: page.preload, files, ...prerendered }
  return { outputs, contents, variants, server: contentsOf(server, join(out, 'server')), manifest }
}

const bundle = (options) =>
  esbuild.build(options).catch((failure) => {
    throw failure.errors ? new Error(listed(failure.errors)) : failure
  })

/** The module `stowage`, to run manifests of plugins at build time. */
const readProtocol = async (root, run) => {
  const source = 'entry/protocol.ts'
  if (!existsSync(join(root, source))) return {}
  const { outputFiles } = await run({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  })
  const module = { exports: {} }
  new Function('module', 'exports', outputFiles[0].text)(module, module.exports)
  return module.exports
}

/** Plugins that only development builds have. */
export const developmentPlugins = ['examples/plugins/gallery']

const pluginFolders = (root, mode) => {
  const builtIn = existsSync(join(root, 'plugins'))
    ? readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`)
    : []
  return [...builtIn, ...(mode === 'development' ? developmentPlugins : [])].filter((folder) =>
    ['plugin.ts', 'server.ts'].some((name) => existsSync(join(root, folder, name))),
  )
}

/** Builds every plugin into its own folder below `out/plugins`, as `stowage-plugin build` does for other ones. */
export const buildPlugins = async ({ root, out, mode, run = bundle }) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const protocol = await readProtocol(root, run)
  return Promise.all(
    pluginFolders(root, mode).map(async (source) => {
      const id = basename(source)
      const about = {
        root,
        source,
        id,
        out: join(out, 'plugins', id),
        mode,
        version,
        stowage: version,
      }
      const bundles = await bundlePlugin({ ...about, own: [entryPoints(root)] }, (_, options) => run(options))
      const made = assemblePlugin(about, bundles, protocol)
      const { files, variants } = await (mode === 'production'
        ? compress(made.contents, about.out)
        : plain(made.contents))
      return { ...about, bundles, ...made, variants, manifest: { ...made.manifest, files } }
    }),
  )
}

/** Writes the built plugins, and removes those whose sources are gone. */
export const publishPlugins = (out, plugins, started) => {
  for (const { out: folder, ...made } of plugins) publish(folder, { ...made, started })
  const folder = join(out, 'plugins')
  for (const id of existsSync(folder) ? readdirSync(folder) : [])
    if (!plugins.some((plugin) => plugin.id === id)) rmSync(join(folder, id), { recursive: true })
}

const merged = (metafiles) => ({
  inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
  outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
})

/**
 * Builds both halves into the folder `out`. Throws with every mistake in the sources; the folder stays as it was then.
 * Returns the measured sizes and esbuild's metafiles.
 */
export const build = async ({ root, out, mode }) => {
  const started = new Date()
  const [browser, server, screens, plugins] = await Promise.all([
    buildBrowser({ root, out, mode }, (_, options) => bundle(options)),
    bundle(serverBundle({ root, out })),
    hasScreens(root) ? bundle(screensBundle({ root, mode })) : undefined,
    buildPlugins({ root, out, mode }),
  ])
  const pages = plugins.flatMap(({ bundles }) => bundles.pages || [])
  assertExported(pages, browser.exports)
  const made = await assemble({ root, out, mode }, { browser, server, screens })
  const sizes = measure(made, plugins)
  publishPlugins(out, plugins, started)
  publish(out, { ...made, started })
  const inputs = [browser, server, screens].flatMap((result) => Object.keys(result?.metafile.inputs ?? {}))
  inputs.push(...plugins.flatMap(({ bundles }) => bundles.inputs))
  writeFileSync(join(out, 'bundled.json'), JSON.stringify(packagesIn(root, inputs)))
  const metafiles = {
    browser: merged([browser, ...pages].map(({ metafile }) => metafile)),
    server: server.metafile,
    plugins: merged(plugins.flatMap(({ bundles }) => bundles.server?.metafile ?? [])),
  }
  return { sizes, metafiles }
}
