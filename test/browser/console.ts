import type { Browser, Page } from 'playwright-core'
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import { displayName } from '../../core/protocol/format.ts'
import { axeFindings } from '../lib/axe.ts'
import { enter, launch, type Look, openTab, screenshot, type Tab } from '../lib/browser.ts'
import type { Kube } from '../lib/kube.ts'
import type { Minio } from '../lib/minio.ts'
import { type EngineName, type TestConsole, startTestConsole } from '../lib/test-console.ts'
import { type Pair, type Send, signIn, type TestServer } from '../lib/server.ts'

export { until } from '../lib/until.ts'

export let server: TestServer
/** The MinIO server that the console stands on; there is none on embedded. */
export let storage: Minio
/** The cluster whose tenants the console manages, in operator mode. */
export let cluster: Kube
export let browser: Browser
/** Sends as the root account. */
export let root: Send
/** The tab of the root account, or the one that `inTab` acts in. */
export let page: Page
/** What went wrong in `page`; whatever is left in it fails the test. */
export let problems: string[]

/** Whether axe looks at this suite's pages: on one engine is enough, because both show the same pages. */
let hasAxe = true

/** Returns axe's findings in a wide window only: the same elements are not checked again in a narrow one. */
const wideFindings = async () => (hasAxe && (page.viewportSize()?.width ?? 0) > 720 ? axeFindings(page) : [])

const use = (tab: Pick<Tab, 'page' | 'problems'>) => void ({ page, problems } = tab)

const standAt = async (place: TestConsole) => {
  server = place.server
  if (place.storage) storage = place.storage
  if (place.cluster) cluster = place.cluster
  root = await signIn(server.url, server.root)
}

/** Opens a tab in which nobody is signed in, in place of the one before. */
export const newTab = async (look: Look = {}) => {
  await page?.context().close()
  use(await openTab(browser, look))
}

/**
 * Starts a console on an engine and a browser for a suite, with a tab that is signed in as root, and ends them after
 * it.
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
  let place: TestConsole | undefined
  test.before(async () => {
    hasAxe = axe
    place = await startTestConsole(on, { env, storageEnv })
    await standAt(place)
    browser = await launch()
    use(await openTab(browser))
    await enter(page, server)
  })
  test.after(async () => {
    await browser?.close()
    await place?.stop()
  })
}

type TabOptions = Look & {
  /** Who is signed in; root without it. */
  pair?: Pair | 'nobody'
  at?: Pick<TestServer, 'url' | 'root'>
}

/** Runs `act` in a separate tab, which is `page` meanwhile and has no address yet. */
export const inTab = async ({ at = server, pair = at.root, ...look }: TabOptions, act: () => Promise<void>) => {
  const mine = { page, problems }
  try {
    const other = await openTab(browser, look)
    use(other)
    if (pair !== 'nobody') await enter(page, { url: at.url, root: pair })
    await act()
    // after a failure it stays open until there is a picture of it
    await other.page.context().close()
  } finally {
    use(mine)
  }
}

/** Does something at another console, which `server`, `root` and `storage` are meanwhile, and ends it. */
export const withConsole = async (place: TestConsole, act: () => Promise<void>) => {
  const mine = { server, storage, root }
  try {
    await standAt(place)
    await act()
  } finally {
    ;({ server, storage, root } = mine)
    await place.stop()
  }
}

/** Fills in the sign-in form that the tab shows, and sends it. */
export const fillIn = async ({ accessKey, secretKey }: Pair) => {
  await page.fill('input[name=accessKey]', accessKey)
  await page.fill('input[name=secretKey]', secretKey)
  await page.keyboard.press('Enter')
}

const titled = (title: string) => `[title="${displayName(title).replace(/["\\]/g, '\\$&')}"]`

/** Opens an address of the console in the tab. */
export const at = (address: string) => page.goto(server.url + address)

/** Waits for the page with this title. */
export const heading = (title: string) =>
  // not by its role: an open dialog hides the page from readers
  page.locator(`h1${titled(title)}, h1:not([title]):text-is(${JSON.stringify(title)})`).waitFor()

/** Opens an address in the tab and waits for the page with this title. */
export const openPage = async (address: string, title: string) => {
  await at(address)
  await heading(title)
}

/** An entry of the sidebar. */
export const entry = (label: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: label, exact: true })

/** A bucket in the list of buckets. */
export const card = (bucket: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: bucket, exact: true }) })

/** The row of exactly this name, as it is shown. */
export const row = (name: string) =>
  page.getByRole('row').filter({ has: page.locator(`[role=gridcell]${titled(name)}`) })

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialog = () => page.getByRole('dialog')

/** Presses a button of the dialog. */
export const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

/** Answers a question with its verb, after typing the name that it may ask for. */
export const confirm = async (verb: string) => {
  await dialog().getByRole('button', { name: verb, exact: true }).waitFor()
  const label = dialog().getByText(/^Type .+ to confirm\s*$/)
  if ((await label.count()) > 0) {
    const [, typed = ''] = /^Type (.+) to confirm/.exec((await label.textContent()) ?? '') ?? []
    await dialog().getByLabel(`Type ${typed} to confirm`).fill(typed)
  }
  await press(verb)
}

/** Types what a dialog wants typed before something is lost for good, and presses its button. */
export const confirmByTyping = async (typed: string, name: string) => {
  await dialog()
    .getByLabel(`Type ${displayName(typed)} to confirm`)
    .fill(typed)
  await press(name)
}

/** Waits until the dialog is gone. */
export const closed = () => dialog().waitFor({ state: 'detached' })

/** What axe finds wrong once everything is loaded, however slight. */
export const findings = async () => {
  await loaded()
  return hasAxe ? axeFindings(page) : []
}

/** Whatever the page shows, nothing serious is in anybody's way. Keeps a picture. */
export const assertAccessible = async (picture: string) => {
  await screenshot(page, picture)
  assert.equal(
    (await wideFindings()).filter((finding) => /^(serious|critical)/.test(finding)),
    [],
    picture,
  )
}

const loaded = () => page.locator('[role=progressbar][aria-label=Loading]').waitFor({ state: 'detached' })

/** Once everything is loaded nothing is in anybody's way, and the page fits its window. Keeps a picture. */
export const readable = async (picture: string) => {
  await loaded()
  assert.equal(await wideFindings(), [], picture)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.is(width, page.viewportSize()?.width, `${picture} scrolls sideways`)
  await screenshot(page, picture)
}

const themes = ['light', 'dark', 'contrast'] as const

/**
 * How a page with something in it is looked at: wide in light and narrow in dark; where `SHOTS` keeps pictures, in
 * every theme at every width. The suites of axe and of the layout look at all pages and dialogs in all themes.
 */
export const looks = themes
  .flatMap((theme) => [1280, 390].map((width) => ({ theme, width })))
  .filter(({ theme, width }) => process.env.SHOTS || theme === (width === 1280 ? 'light' : 'dark'))

/** The themes for what is looked at both wide and narrow. */
export const testedThemes = process.env.SHOTS ? themes : (['dark'] as const)
