import { createServer } from 'node:http'
import { resolve } from 'node:path'
import * as esbuild from 'esbuild'
import type { Page } from 'playwright-core'
import { browserBundle } from '../../build/bundles.mjs'
import { launch } from './browser.ts'
import { freePort } from '../../testing/process.ts'

/** Builds a separate page as for production and opens it in a browser. `prepare` may extend its server. */
export const openBuiltPage = async (
  entry: string,
  prepare: (server: ReturnType<typeof createServer>) => void = () => {},
) => {
  const name = entry.replace(/^.*\/|\.tsx$/g, '')
  const options: esbuild.BuildOptions = browserBundle({
    root: process.cwd(),
    out: resolve('.test', name),
    mode: 'production',
  })
  const { outputFiles = [] } = await esbuild.build({
    ...options,
    entryPoints: [entry],
    entryNames: '[name]',
    write: false,
  })
  const files = new Map(outputFiles.map(({ path, contents }) => [path.slice(path.indexOf('/public/') + 7), contents]))
  const html = `<!doctype html><html data-theme=light><link rel=stylesheet href=/${name}.css><script type=module src=/${name}.js></script>`
  const port = await freePort()
  const server = createServer(({ url = '/' }, response) => {
    const type = url.endsWith('.css') ? 'text/css' : url.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.setHeader('content-type', type)
    response.end(files.get(url) ?? html)
  })
  prepare(server)
  server.listen(port, '127.0.0.1')
  const browser = await launch()
  const page: Page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  return {
    page,
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
