import { createServer } from 'node:http'
import { resolve } from 'node:path'
import * as esbuild from 'esbuild'
import { browserBundle } from '../../build/bundles.mjs'
import { hasChromium, launch } from '../lib/browser.ts'
import { atMost } from '../lib/measure.ts'
import { freePort } from '../lib/process.ts'

declare const mountOnce: () => { took: number; drawn: number }

/** A table of 100,000 rows, mounted as in production: the middle of nine mounts after a first one. */
export const measure = async () => {
  if (!hasChromium) return []
  const options: esbuild.BuildOptions = browserBundle({ root: process.cwd(), out: resolve('.test/table'), mode: 'production' })
  const { outputFiles = [] } = await esbuild.build({
    ...options,
    entryPoints: ['test/bench/table-page.tsx'],
    entryNames: '[name]',
    write: false,
  })
  const files = new Map(outputFiles.map(({ path, contents }) => [path.slice(path.indexOf('/public/') + 7), contents]))
  const port = await freePort()
  const server = createServer(({ url = '/' }, response) => {
    const type = url.endsWith('.css') ? 'text/css' : url.endsWith('.js') ? 'text/javascript' : 'text/html'
    const page = '<!doctype html><html data-theme=light><link rel=stylesheet href=/table-page.css><script type=module src=/table-page.js></script>'
    response.setHeader('content-type', type)
    response.end(files.get(url) ?? page)
  }).listen(port, '127.0.0.1')
  const browser = await launch()
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.waitForFunction('window.mountOnce')
  const mounts = await page.evaluate(() => Array.from({ length: 10 }, () => mountOnce()))
  await browser.close()
  server.close()
  if (mounts.some(({ drawn }) => drawn < 10)) throw new Error('The table drew no rows')
  const times = mounts.slice(1).map(({ took }) => took).sort((a, b) => a - b)
  return [atMost('mount of a table with 100,000 rows', times[4] ?? Number.NaN, 'ms', 50)]
}
