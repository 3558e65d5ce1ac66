import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { hasChromium, launch, signInOnPage, openTab } from '../lib/browser.ts'
import { type Size, sizeLimits } from '../boundaries-layers.ts'
import { dist } from '../lib/dist.ts'
import { atMost, type Measure } from '../lib/measure.ts'
import { startServer } from '../lib/server.ts'

const quiet = 500

/** Counts the bytes of every response; the returned function waits until no request was pending for half a second. */
const record = (page: Page) => {
  const seen: Promise<{ script: boolean; bytes: number }>[] = []
  let open = 0
  let last = Date.now()
  const moved = (by: number) => () => {
    open += by
    last = Date.now()
  }
  page.on('request', moved(1)).on('requestfailed', moved(-1)).on('requestfinished', moved(-1))
  page.on('requestfinished', (request) => {
    const script = request.resourceType() === 'script'
    seen.push(request.sizes().then(({ responseBodySize }) => ({ script, bytes: responseBodySize })))
  })
  return async () => {
    while (open > 0 || Date.now() - last < quiet) await page.waitForTimeout(quiet / 10)
    const all = await Promise.all(seen)
    const sum = (chosen: typeof all) => chosen.reduce((total, { bytes }) => total + bytes, 0)
    return { script: sum(all.filter(({ script }) => script)), everything: sum(all) }
  }
}

/** Sizes that the build measures. */
const sizes = (): Measure[] =>
  (JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8')) as { sizes: Size[] }).sizes.map(({ name, value, unit }) =>
    atMost(name, value, unit, sizeLimits[name] ?? 0),
  )

/**
 * Measures what Chromium fetches, in bytes as sent: the login page with an empty cache, then the first page after
 * signing in.
 */
export const measure = async () => {
  if (!hasChromium) return sizes()
  const server = await startServer()
  const browser = await launch()
  try {
    const { page } = await openTab(browser)
    const total = record(page)
    await page.goto(`${server.url}/login`)
    const first = await total()
    await signInOnPage(page, server)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const { script } = await total()
    return [
      atMost('first load of /login, script on the wire', first.script, 'bytes', 88_500),
      atMost('first load of /login, everything on the wire', first.everything, 'bytes', 124_000),
      atMost('signed-in shell and its first page, script on the wire', script, 'bytes', 185_000),
      ...sizes().filter(({ name }) => !name.startsWith('first load')),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
