import { readFileSync } from 'node:fs'
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

/** The text of a file that goes into the page and is none of its own. */
const taken = (contents, path) => {
  const text = path ? Buffer.from(contents.get(path)).toString() : ''
  for (const file of [path, `${path}.map`]) contents.delete(file)
  return text
}

/**
 * Turns the results of the bundles into what is written: the browser's files go to `public/`, the server's to
 * `server/`, and `manifest.json` describes the former to the server:
 * - `version`, `mode`: the package's version; `production` or `development`
 * - `page`: `index.html`, answered for every address that is no file. Under a base path the server puts that path into
 *   each `="/` and `url(/` in it; no other file holds an absolute address
 * - `entry`, `closure`: the main script, and the scripts that it imports at once
 * - `screens`: what stands in the page before any script, and the routes with the scripts that each needs
 *   (`server/page.ts`)
 * - `files`: of each file its `size` in bytes, `type`, `etag` (without quotes, of the plain form), whether it is
 *   `immutable`, the sizes of its `.br` and `.gz` neighbours where it has them, `previous` for assets of the build
 *   before
 */
export const assemble = async ({ root, out, mode }, { browser, server, screens }) => {
  const folder = join(out, 'public')
  const outputs = outputsBelow(folder, root, browser.metafile)
  const page = parts(outputs)
  const contents = contentsOf(browser, folder)
  const [style, styles] = screens ? [styleOf(screens), page.style] : [taken(contents, page.style), undefined]
  const inside = { boot: inlined(taken(contents, page.boot)), icon: taken(contents, page.icon), style, styles }
  contents.set('index.html', Buffer.from(fillPage(readFileSync(join(root, 'index.html'), 'utf8'), page, inside)))

  const { files, variants } = await (mode === 'production' ? compress(contents, out) : plain(contents))
  const drawn = screens && { screens: screensOf(drawScreens(screens), browser.metafile, outputs) }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = { version, mode, page: 'index.html', entry: page.main, closure: page.preload, files, ...drawn }
  return { outputs, contents, variants, server: contentsOf(server, join(out, 'server')), manifest }
}

const bundle = (options) =>
  esbuild.build(options).catch((failure) => {
    throw failure.errors ? new Error(listed(failure.errors)) : failure
  })

/**
 * Builds both halves into the folder `out`. Throws with every mistake in the sources; the folder stays as it was then.
 * Returns the measured sizes and esbuild's metafiles.
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
  return { sizes, metafiles: { browser: browser.metafile, server: server.metafile } }
}
