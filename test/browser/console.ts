import type { Browser, Page } from 'playwright-core'
import { assert, type Test } from '../lib/suite.ts'
import { displayName } from '../../core/protocol/format.ts'
import { axeFindings } from '../lib/axe.ts'
import {
  closeTabs,
  launch,
  releaseTab,
  reuseTab,
  screenshot,
  signInTab,
  type Tab,
  type TabOptions,
} from '../lib/browser.ts'
import type { Kube } from '../lib/kube.ts'
import type { Minio } from '../lib/minio.ts'
import { type EngineName, type TestConsole, startTestConsole } from '../lib/test-console.ts'
import { type KeyPair, type Send, signIn, type TestServer } from '../lib/server.ts'

export { until } from '../lib/until.ts'

export let server: TestServer
/** The MinIO server behind the console; undefined on the embedded engine. */
export let storage: Minio
/** The cluster whose tenants the console manages, in operator mode. */
export let cluster: Kube
export let browser: Browser
/** Sends requests as the root account. */
export let root: Send
/** The tab of the root account, or the one that `inTab` uses. */
export let page: Page
/** Problems of `page`. If any are left, the test fails. */
export let problems: string[]

/** Whether axe checks this suite's pages. One engine is enough, since both show the same pages. */
let hasAxe = true

/** Returns axe's findings in a wide window only: the same elements are not checked again in a narrow one. */
const wideFindings = async () => (hasAxe && (page.viewportSize()?.width ?? 0) > 720 ? axeFindings(page) : [])

const use = (tab: Pick<Tab, 'page' | 'problems'>) => void ({ page, problems } = tab)

const useTestConsole = async (testConsole: TestConsole) => {
  server = testConsole.server
  storage = testConsole.storage as Minio
  cluster = testConsole.cluster as Kube
  root = await signIn(server.url, server.root)
}

/** Replaces the tab with one that is not signed in. */
export const newTab = async (tabOptions: TabOptions = {}) => {
  if (page) await releaseTab({ page })
  use(await reuseTab(browser, tabOptions))
}

/** Port of the previous console: at the same addresses, the browser's cache has its scripts. */
let port: number | undefined

/**
 * Starts a console and a browser before a suite, with a tab that is signed in as root, and stops them afterwards.
 */
export const useConsole = (
  test: Test,
  {
    on = 'embedded',
    env = {},
    storageEnv = {},
    axe = true,
  }: { on?: EngineName; env?: Record<string, string>; storageEnv?: Record<string, string>; axe?: boolean } = {},
) => {
  let testConsole: TestConsole | undefined
  test.before(async () => {
    hasAxe = axe
    testConsole = await startTestConsole(on, { env, storageEnv, port })
    port = Number(new URL(testConsole.server.url).port)
    await useTestConsole(testConsole)
    browser = await launch()
    use(await reuseTab(browser))
    await signInTab(page, server)
  })
  test.after(async () => {
    if (page) await releaseTab({ page })
    if (browser) await closeTabs(browser)
    await testConsole?.stop()
  })
}

type SignedInTabOptions = TabOptions & {
  /** Account of the session; default root. */
  pair?: KeyPair | 'nobody'
  at?: Pick<TestServer, 'url' | 'root'>
}

/** Runs `act` in a separate empty tab, which is `page` meanwhile. */
export const inTab = async (
  { at = server, pair = at.root, ...tabOptions }: SignedInTabOptions,
  act: () => Promise<void>,
) => {
  const previous = { page, problems }
  try {
    const other = await reuseTab(browser, tabOptions)
    use(other)
    if (pair !== 'nobody') await signInTab(page, { url: at.url, root: pair })
    await act()
    // after a failure it stays open for the screenshot
    await releaseTab(other)
  } finally {
    use(previous)
  }
}

/** Runs `act` with another console as `server`, `root` and `storage`, and stops that console. */
export const withConsole = async (testConsole: TestConsole, act: () => Promise<void>) => {
  const previous = { server, storage, root }
  try {
    await useTestConsole(testConsole)
    await act()
  } finally {
    ;({ server, storage, root } = previous)
    await testConsole.stop()
  }
}

/** Fills in and submits the sign-in form. */
export const submitSignIn = async ({ accessKey, secretKey }: KeyPair) => {
  await page.fill('input[name=accessKey]', accessKey)
  await page.fill('input[name=secretKey]', secretKey)
  await page.keyboard.press('Enter')
}

const titled = (title: string) => `[title="${displayName(title).replace(/["\\]/g, '\\$&')}"]`

/** Opens an address of the console in the tab. */
export const goto = (address: string) => page.goto(server.url + address)

/** Waits for the page with this title. */
export const waitForHeading = (title: string) =>
  // not by its role: an open dialog hides the page from readers
  page.locator(`h1${titled(title)}, h1:not([title]):text-is(${JSON.stringify(title)})`).waitFor()

/** Opens an address in the tab and waits for the page with this title. */
export const openPage = async (address: string, title: string) => {
  await goto(address)
  await waitForHeading(title)
}

/** An entry of the sidebar. */
export const sidebarEntry = (label: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: label, exact: true })

/** A bucket in the list of buckets. */
export const bucketCard = (bucket: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: bucket, exact: true }) })

/** The row with exactly this name. */
export const row = (name: string) =>
  page.getByRole('row').filter({ has: page.locator(`[role=gridcell]${titled(name)}`) })

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialog = () => page.getByRole('dialog')

/** Presses a button of the dialog. */
export const pressInDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

/** Confirms a dialog, after typing the name if it asks for it. */
export const confirm = async (verb: string) => {
  await dialog().getByRole('button', { name: verb, exact: true }).waitFor()
  const label = dialog().getByText(/^Type .+ to confirm\s*$/)
  if ((await label.count()) > 0) {
    const [, typed = ''] = /^Type (.+) to confirm/.exec((await label.textContent()) ?? '') ?? []
    await dialog().getByLabel(`Type ${typed} to confirm`).fill(typed)
  }
  await pressInDialog(verb)
}

/** Types the text that a dialog asks for before a permanent deletion, and presses its button. */
export const confirmByTyping = async (typed: string, name: string) => {
  await dialog()
    .getByLabel(`Type ${displayName(typed)} to confirm`)
    .fill(typed)
  await pressInDialog(name)
}

/** Waits until the dialog is gone. */
export const waitForDialogClose = () => dialog().waitFor({ state: 'detached' })

/** All findings of axe, once everything is loaded. */
export const pageFindings = async () => {
  await loaded()
  return hasAxe ? axeFindings(page) : []
}

/** Asserts that axe finds no serious problem. Takes a screenshot. */
export const assertAccessible = async (picture: string) => {
  await screenshot(page, picture)
  assert.equal(
    (await wideFindings()).filter((finding) => /^(serious|critical)/.test(finding)),
    [],
    picture,
  )
}

const loaded = () => page.locator('[role=progressbar][aria-label=Loading]').waitFor({ state: 'detached' })

/** Asserts that axe finds no problem and the page fits its window. Takes a screenshot. */
export const assertReadable = async (picture: string) => {
  await loaded()
  assert.equal(await wideFindings(), [], picture)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.is(width, page.viewportSize()?.width, `${picture} scrolls sideways`)
  await screenshot(page, picture)
}

const themes = ['light', 'dark', 'contrast'] as const

/**
 * Widths and themes in which pages with content are tested: wide in light and narrow in dark. With `SHOTS`, every theme
 * at every width. The suites of axe and of the layout test all pages and dialogs in all themes.
 */
export const appearances = themes
  .flatMap((theme) => [1280, 390].map((width) => ({ theme, width })))
  .filter(({ theme, width }) => process.env.SHOTS || theme === (width === 1280 ? 'light' : 'dark'))

/** Themes for tests that use both widths. */
export const testedThemes = process.env.SHOTS ? themes : (['dark'] as const)
