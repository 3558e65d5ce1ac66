import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launch as launchChromium, openContext, type PageOptions } from '../../testing/browser.ts'
import { chromium, chromiumEnv } from './chromium.mjs'
import { signInRequest } from './sign-in-request.ts'
import type { TestServer } from './server.ts'
import { addEvidenceSource } from './evidence.ts'
import { isPresent } from '../runner/components.mjs'

/** Whether this machine has Chromium. Tests outside test/browser/ that need it are skipped without it. */
export const hasChromium = isPresent('chromium', existsSync(chromium))

const flags = (process.env.CHROMIUM_FLAGS ?? '').split(' ').filter(Boolean)

/** Starts the Chromium of the tests, with `CHROMIUM_FLAGS`; close it in `test.after`. */
export const launch = (): Promise<Browser> =>
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

/**
 * A tab and its problems: exceptions, errors in the console, violations of the content security policy. Any of them
 * fails the test in which it occurs; a test that causes them on purpose empties `problems`.
 */
export type Tab = { page: Page; problems: string[] }

export type TabOptions = PageOptions & {
  /** Animations are off by default, which makes tests faster and more reliable. */
  motion?: 'full'
}

/** Opens a tab with a separate session. A failed request (an expected 401, for example) is no problem. */
export const openTab = async (browser: Browser, look: TabOptions = {}): Promise<Tab> => {
  const problems: string[] = []
  const context = await openContext(browser, look, problems)
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
  context.on('close', () => (isOver = true))
  const page = await context.newPage()
  page.on('framenavigated', (frame) => addLine(`at ${frame.url()}`))
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

/** Signs a tab in over the API, without a page. */
export const signInTab = async (page: Page, { url, root }: Pick<TestServer, 'url' | 'root'>) => {
  const { path, body } = signInRequest(root)
  const answer = await page
    .context()
    .request.post(`${url}${path}`, { data: body, headers: { origin: new URL(url).origin } })
  if (answer.status() !== 201)
    throw new Error(`Signing in as ${root.accessKey} answered ${answer.status()}: ${await answer.text()}`)
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
