import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import {
  collectErrors,
  launch as launchChromium,
  mediaOf,
  openContext,
  type PageOptions,
  viewportOf,
} from '../../testing/browser.ts'
import { chromium, chromiumEnv } from './chromium.mjs'
import { signInRequest } from './sign-in-request.ts'
import type { TestServer } from './server.ts'
import { addEvidenceSource } from './evidence.ts'
import { atEnd } from './at-end.ts'
import { TIMEOUT } from './until.ts'
import { isPresent } from '../runner/components.mjs'

/** Whether this machine has Chromium. Tests outside test/browser/ that need it are skipped without it. */
export const hasChromium = isPresent('chromium', existsSync(chromium))

const flags = (process.env.CHROMIUM_FLAGS ?? '').split(' ').filter(Boolean)

const start = () =>
  launchChromium({
    env: chromiumEnv(),
    flags: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...flags,
    ],
  })

let shared: Promise<Browser> | undefined

const current = () => shared?.catch(() => undefined)

const closeShared = async () => (await current())?.close()

/** Starts the Chromium of the tests, with `CHROMIUM_FLAGS`. All suites of a process share it until one closes it. */
export const launch = async (): Promise<Browser> => {
  const running = await current()
  if (running?.isConnected()) return running
  atEnd.add(closeShared)
  shared = start()
  return shared
}

/**
 * A tab and its problems: exceptions, errors in the console, violations of the content security policy. Any of them
 * fails the test in which it occurs; a test that causes them on purpose empties `problems`.
 */
export type Tab = { page: Page; problems: string[] }

export type TabOptions = PageOptions & {
  /** Animations are off by default, which makes tests faster and more reliable. */
  motion?: 'full'
}

/** Contexts whose tabs were released. Their caches contain the scripts of the console. */
const idle = new WeakMap<Browser, BrowserContext[]>()

/** Ends the use of a context by the tab with this page; returns `false` if the context was closed before. */
const endUse = new WeakMap<Page, () => boolean>()

/** Origins that the pages of a context have shown. */
const origins = new WeakMap<BrowserContext, Set<string>>()

const watch = async (context: BrowserContext, page: Page): Promise<Tab> => {
  context.setDefaultTimeout(TIMEOUT)
  const problems: string[] = []
  collectErrors(context, problems)
  const log: string[] = []
  const addLine = (what: string) => log.push(`${new Date().toISOString().slice(11, 23)} ${what}`)
  context.on('weberror', (error) => addLine(`thrown: ${error.error().stack ?? error.error()}`))
  context.on('console', (message) => addLine(`${message.type()}: ${message.text()}`))
  context.on('response', (response) => {
    const isAsset = response.url().includes('/assets/')
    if (!isAsset || !response.ok()) addLine(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  context.on('requestfailed', (request) =>
    addLine(`${request.failure()?.errorText} ${request.method()} ${request.url()}`),
  )

  let isOver = false
  const end = () => {
    const wasOpen = !isOver
    isOver = true
    context.off('close', end)
    return wasOpen
  }
  context.on('close', end)
  endUse.set(page, end)
  const visited = origins.get(context) ?? new Set()
  origins.set(context, visited)
  page.on('framenavigated', (frame) => {
    addLine(`at ${frame.url()}`)
    if (frame.url().startsWith('http')) visited.add(new URL(frame.url()).origin)
  })
  addEvidenceSource({
    name: 'tab',
    log: () => log.join('\n'),
    problems: () => problems.splice(0),
    picture: () => page.screenshot({ timeout: 10_000 }),
    close: () => context.close(),
    isOver: () => isOver,
  })
  return { page, problems }
}

/**
 * Opens a tab with a separate session and empty caches. A failed request (an expected 401, for example) is no problem.
 */
export const openTab = async (browser: Browser, options: TabOptions = {}): Promise<Tab> => {
  const context = await openContext(browser, options)
  return watch(context, await context.newPage())
}

/**
 * Removes what a tab has left: cookies, stored data, permissions. Returns a new page, or `undefined` if a test has
 * replaced the clock of the context, which cannot be undone.
 */
const empty = async (context: BrowserContext) => {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  for (const origin of origins.get(context) ?? [])
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.detach()
  await context.clearCookies()
  await context.clearPermissions()
  return (await page.evaluate(() => String(setTimeout).includes('[native code]'))) ? page : undefined
}

/**
 * Like `openTab()`, but in a context that `releaseTab()` has left, if there is one: a page takes half as long if its
 * scripts are in the cache. The first page of the context has the appearance, others have the default.
 */
export const reuseTab = async (browser: Browser, options: TabOptions = {}): Promise<Tab> => {
  const left = idle.get(browser)?.pop()
  const context = left ?? (await openContext(browser, {}))
  // after a failed test, its contexts are closed
  const page = left ? await empty(context).catch(() => undefined) : await context.newPage()
  if (!page) {
    await context.close()
    return reuseTab(browser, options)
  }
  if (options.width || options.height) await page.setViewportSize(viewportOf(options))
  if (options.theme || options.motion) await page.emulateMedia(mediaOf(options))
  return watch(context, page)
}

/** Closes a tab of `reuseTab()`, and leaves its context to the next one. */
export const releaseTab = async ({ page }: Pick<Tab, 'page'>) => {
  const context = page.context()
  const browser = context.browser()
  if (!endUse.get(page)?.() || !browser?.isConnected()) return
  await Promise.all(context.pages().map((one) => one.close()))
  for (const event of ['weberror', 'console', 'response', 'requestfailed'] as const) context.removeAllListeners(event)
  idle.set(browser, [...(idle.get(browser) ?? []), context])
}

/** Closes the tabs that a suite has left open. */
export const closeTabs = async (browser: Browser) => {
  const left = idle.get(browser) ?? []
  await Promise.all(browser.contexts().map((context) => !left.includes(context) && context.close()))
}

/** Signs a tab in over the API, without a page. */
export const signInTab = async (page: Page, { url, root }: Pick<TestServer, 'url' | 'root'>) => {
  const { path, body } = signInRequest(root)
  const response = await page
    .context()
    .request.post(`${url}${path}`, { data: body, headers: { origin: new URL(url).origin } })
  if (response.status() !== 201)
    throw new Error(`Signing in as ${root.accessKey} answered ${response.status()}: ${await response.text()}`)
}

/** Signs in on the login page and waits for the next page. */
export const signInOnPage = async (page: Page, { url, root }: Pick<TestServer, 'url' | 'root'>) => {
  await page.goto(`${url}/login`)
  await page.fill('input[name=accessKey]', root.accessKey)
  await page.fill('input[name=secretKey]', root.secretKey)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => !address.pathname.endsWith('/login'))
}

/** Takes a screenshot in the folder `SHOTS`; does nothing without that variable. */
export const screenshot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
