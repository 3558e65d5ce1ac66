import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launch as launchChromium, openContext, type PageOptions } from '../../testing/browser.ts'
import { chromium, chromiumEnv } from './chromium.mjs'
import { signInAs } from './pair-sign-in.ts'
import type { TestServer } from './server.ts'
import { addWitness } from './witness.ts'
import { isPresent } from '../runner/components.mjs'

/** Whether this machine has a Chromium; a test outside test/browser/ that needs one skips itself without. */
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
 * A tab, and everything that went wrong in it: blocked by the content security policy, thrown, or printed as an error.
 * Any of it fails the test in which it happens; one that breaks something on purpose empties `problems`.
 */
export type Tab = { page: Page; problems: string[] }

export type Look = PageOptions & {
  /** Nothing moves without it, which saves the time and leaves less to chance. */
  motion?: 'full'
}

/** Opens a tab with a separate session. A failed request (an expected 401, for example) is no problem. */
export const openTab = async (browser: Browser, look: Look = {}): Promise<Tab> => {
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
  addWitness({
    name: 'tab',
    log: () => log.join('\n'),
    problems: () => problems.splice(0),
    picture: () => page.screenshot({ timeout: 10_000 }),
    close: () => context.close(),
    isOver: () => isOver,
  })
  return { page, problems }
}

/** Signs a tab in without a page; it shows nothing until it is sent somewhere. */
export const enter = async (page: Page, { url, root }: Pick<TestServer, 'url' | 'root'>) => {
  const { path, body } = signInAs(root)
  const answer = await page
    .context()
    .request.post(`${url}${path}`, { data: body, headers: { origin: new URL(url).origin } })
  if (answer.status() !== 201)
    throw new Error(`Signing in as ${root.accessKey} answered ${answer.status()}: ${await answer.text()}`)
}

/** Signs in on the login page and waits until it is left. */
export const login = async (page: Page, { url, root }: Pick<TestServer, 'url' | 'root'>) => {
  await page.goto(`${url}/login`)
  await page.fill('input[name=accessKey]', root.accessKey)
  await page.fill('input[name=secretKey]', root.secretKey)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => !address.pathname.endsWith('/login'))
}

/** Keeps a picture of the page in the folder that `SHOTS` names; does nothing without it. */
export const screenshot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
