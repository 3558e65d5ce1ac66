import type { Page } from 'playwright-core'
import { launch, login, openTab } from '../lib/browser.ts'
import { atMost } from '../lib/measure.ts'
import { startServer } from '../lib/server.ts'

const record = (page: Page) => {
  const seen: Promise<{ script: boolean; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    const script = request.resourceType() === 'script'
    seen.push(request.sizes().then(({ responseBodySize }) => ({ script, bytes: responseBodySize })))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    const all = await Promise.all(seen)
    const sum = (chosen: typeof all) => chosen.reduce((total, { bytes }) => total + bytes, 0)
    return { script: sum(all.filter(({ script }) => script)), everything: sum(all) }
  }
}

/** What Chromium really fetches, as sent: for the login page with an empty cache, then for the shell after signing in. */
export const measure = async () => {
  const server = await startServer()
  const browser = await launch()
  try {
    const { page } = await openTab(browser)
    const total = record(page)
    await page.goto(`${server.url}/login`)
    const first = await total()
    await login(page, server)
    const { script } = await total()
    return [
      atMost('first load of /login, script on the wire', first.script, 'bytes', 80_000),
      atMost('first load of /login, everything on the wire', first.everything, 'bytes', 130_000),
      atMost('signed-in shell and its first page, script on the wire', script, 'bytes', 125_000),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
