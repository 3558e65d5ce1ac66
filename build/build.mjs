import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as esbuild from 'esbuild'
import { measure } from './sizes.mjs'
import { listed, serverBundle } from './bundles.mjs'
import { buildBrowser } from './layers.mjs'
import { fillPage, inlined, outputsBelow, parts, screensOf } from './page.mjs'
import { drawScreens, hasScreens, screensBundle, styleOf } from './prerender.mjs'
import { compress, plain, publish } from './publish.mjs'

const contentsOf = (result, folder) =>
  new Map(result.outputFiles.map(({ path, contents }) => [relative(folder, path), contents]))

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
  const prerendered = screens && { screens: screensOf(drawScreens(screens), browser.metafile, outputs) }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = { version, mode, page: 'index.html', entry: page.main, closure: page.preload, files, ...prerendered }
  return { outputs, contents, variants, server: contentsOf(server, join(out, 'server')), manifest }
}

const bundle = (options) =>
  esbuild.build(options).catch((failure) => {
    throw failure.errors ? new Error(listed(failure.errors)) : failure
  })

/** Paths of the packages in `node_modules` whose code is in the bundles, for license notices. */
const bundledPackages = (root, results) => {
  const inputs = results.flatMap((result) => Object.keys(result?.metafile.inputs ?? {}))
  const paths = inputs.map(
    (input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(root, join(root, input)))?.[0],
  )
  return [...new Set(paths.filter(Boolean))].sort()
}

/**
 * Builds both halves into the folder `out` and returns the measured sizes and esbuild's metafiles. Throws one error
 * that lists all mistakes in the sources; the folder is then left unchanged.
 */
export const build = async ({ root, out, mode }) => {
  const started = new Date()
  const [browser, server, screens] = await Promise.all([
    buildBrowser({ root, out, mode }, (_, options) => bundle(options)),
    bundle(serverBundle({ root, out })),
    hasScreens(root) ? bundle(screensBundle({ root, mode })) : undefined,
  ])
  const made = await assemble({ root, out, mode }, { browser, server, screens })
  const sizes = measure(made.outputs, made.manifest.files, browser.metafile)
  publish(out, { ...made, started })
  writeFileSync(join(out, 'bundled.json'), JSON.stringify(bundledPackages(root, [browser, server, screens])))
  return { sizes, metafiles: { browser: browser.metafile, server: server.metafile } }
}
