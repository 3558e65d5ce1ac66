import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { hasChromium, launch, signInOnPage } from '../lib/browser.ts'
import { fillBuckets } from '../lib/fill-buckets.ts'
import { atMost } from '../lib/measure.ts'
import { type KeyPair, startServer } from '../lib/server.ts'

const rounds = 7

/** Simulates a slow machine on an average connection: CPU 4 times slower, 10 Mbit/s, 40 ms. */
const slow = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  const throughput = (10 * 1024 * 1024) / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/**
 * Creates a function that measures visits without a cache, in ms from navigation to the first frame with the element.
 * The tab first shows the page `from` of another site, as in practice, so every page needs a new process, the plain one
 * too. The page reports the time through a binding: a function that waits in it would first have to load Playwright's
 * scripts, which takes longer than a plain page.
 */
export const timedFrom =
  (from: string) =>
  async (context: BrowserContext, url: string, selector: string, prepare?: (page: Page) => Promise<void>) => {
    const page = await context.newPage()
    await page.goto(from)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Runtime.enable')
    await devtools.send('Runtime.addBinding', { name: 'reportTime' })
    await page.addInitScript((selector) => {
      const look = () => {
        const element = document.querySelector<HTMLElement>(selector)
        if (element && element.getClientRects().length > 0)
          (window as unknown as { reportTime: (time: string) => void }).reportTime(String(performance.now()))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, selector)
    await devtools.send('Network.clearBrowserCache')
    await prepare?.(page)
    const reached = new Promise<number>((resolve) =>
      devtools.on('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload))),
    )
    await page.goto(url, { waitUntil: 'commit' })
    const time = await reached
    await page.close()
    return time
  }

export const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

/** A minimal page as baseline: a form, and nothing to fetch. */
export const plainPage = async () => {
  const page =
    '<!doctype html><title>plain</title><form><input name="accessKey"><input name="secretKey" type="password"><button>Login</button></form>'
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page))
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, elsewhere: `http://localhost:${port}/`, close: () => server.close() }
}

/** Time from clicking a link that the pointer was over to the page's heading, in ms. */
const hovered = async (context: BrowserContext, url: string) => {
  const page = await context.newPage()
  await page.goto(`${url}/buckets`)
  await page.locator('h1[title=Buckets]').waitFor()
  const link = page.getByRole('link', { name: 'Policies' })
  await link.hover()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    addEventListener(
      'click',
      () => {
        const pressed = performance.now()
        const look = () => {
          if (document.querySelector('h1[title=Policies]')) Object.assign(window, { took: performance.now() - pressed })
          else requestAnimationFrame(look)
        }
        look()
      },
      { capture: true },
    )
  })
  await link.click()
  const handle = await page.waitForFunction(() => (window as { took?: number }).took)
  const time = (await handle.jsonValue()) ?? Number.NaN
  await page.close()
  return time
}

/** Measures screens of a console with a bucket `many`, in each round next to the minimal page. */
export const screens = async (browser: Browser, { url, root }: { url: string; root: KeyPair }) => {
  const plain = await plainPage()
  const timeTo = timedFrom(plain.elsewhere)
  const anonymous = await browser.newContext()
  const signedIn = await browser.newContext()
  await signInOnPage(await signedIn.newPage(), { url, root })
  const form = 'input[name=secretKey]'
  const times = {
    plainSlow: [] as number[],
    form: [] as number[],
    plain: [] as number[],
    row: [] as number[],
    card: [] as number[],
    next: [] as number[],
  }
  for (let round = 0; round < rounds; round += 1) {
    times.plainSlow.push(await timeTo(anonymous, plain.url, form, slow))
    times.form.push(await timeTo(anonymous, `${url}/login`, form, slow))
    times.plain.push(await timeTo(anonymous, plain.url, form))
    times.row.push(await timeTo(signedIn, `${url}/buckets/many/browse/logs/`, '[role=row] [title^=object-]'))
    times.card.push(await timeTo(signedIn, `${url}/buckets`, 'main a[href$="/buckets/many/browse"]'))
    times.next.push(await hovered(signedIn, url))
  }
  await anonymous.close()
  await signedIn.close()
  plain.close()
  return {
    form: middle(times.form),
    formToPlain: middle(times.form) / middle(times.plainSlow),
    row: middle(times.row),
    rowToPlain: middle(times.row) / middle(times.plain),
    card: middle(times.card),
    cardToPlain: middle(times.card) / middle(times.plain),
    next: middle(times.next),
  }
}

/**
 * Measures the sign-in form, deep links to a folder of 10,000 keys and to the buckets without a cache, and the next
 * page after hovering over its link.
 */
export const measure = async () => {
  if (!hasChromium) return []
  const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  await fillBuckets(folder, root, { many: 10_000 })
  const server = await startServer({ dataFolder: folder })
  const browser = await launch()
  try {
    const seen = await screens(browser, server)
    return [
      atMost('sign-in form on screen, slow CPU and network', seen.form, 'ms', 1000),
      atMost('the same against a plain page with a form', seen.formToPlain, 'ratio', 1.6),
      atMost('first row of a folder of 10,000 keys after a cold deep link', seen.row, 'ms', 600),
      atMost('the same against a plain page', seen.rowToPlain, 'ratio', 12),
      atMost('first card of the buckets after a cold deep link', seen.card, 'ms', 600),
      atMost('the same against a plain page', seen.cardToPlain, 'ratio', 12),
      atMost('next page after pointing at its link', seen.next, 'ms', 100),
    ]
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
