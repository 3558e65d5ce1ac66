import type { Browser, Page } from 'playwright-core'
import type { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shown } from '../../core/format.ts'
import { axeFindings, launch, login, openTab, type Tab } from '../lib/browser.ts'
import { type Pair, type Send, signIn, startServer, type TestServer } from '../lib/server.ts'

export let server: TestServer
export let browser: Browser
/** Sends as the root account. */
export let root: Send
/** The tab of the root account, or the one that `inTab` acts in. */
export let page: Page

/** Starts a console and a browser for a suite, signed in as root, and ends them after it; a problem in the tab fails its test. */
export const useConsole = (test: ReturnType<typeof suite>) => {
  let tab: Tab
  test.before(async () => {
    server = await startServer()
    browser = await launch()
    root = await signIn(server.url, server.root)
    tab = await openTab(browser)
    page = tab.page
    await login(page, server)
  })
  test.after(async () => {
    await browser.close()
    await server.stop()
  })
}

type TabOptions = Parameters<typeof openTab>[1] & {
  /** Who is signed in; root without it. */
  pair?: Pair
  at?: TestServer
}

/** Does something in a tab of its own, which is `page` meanwhile; a problem in it fails the test. */
export const inTab = async ({ at = server, pair = at.root, ...look }: TabOptions, act: () => Promise<void>) => {
  const mine = page
  const other = await openTab(browser, look)
  try {
    await login(other.page, { url: at.url, root: pair })
    page = other.page
    await act()
    await other.page.context().close()
  } finally {
    page = mine
  }
}

const titled = (title: string) => `[title="${shown(title).replace(/["\\]/g, '\\$&')}"]`

/** Opens an address in the tab and waits for the page with this title. */
export const openPage = async (address: string, title: string) => {
  await page.goto(server.url + address)
  // not by its role: an open dialog hides the page from readers
  await page.locator(`h1${titled(title)}`).waitFor()
}

/** The row of exactly this name, as it is shown. */
export const row = (name: string) =>
  page.getByRole('row').filter({ has: page.locator(`[role=gridcell]${titled(name)}`) })

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialog = () => page.getByRole('dialog')

/** Presses a button of the dialog. */
export const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

/** Waits until the dialog is gone. */
export const closed = () => dialog().waitFor({ state: 'detached' })

/** What axe finds wrong once everything is loaded, however slight. */
export const findings = async (of = page) => {
  await of.locator('[role=progressbar][aria-label=Loading]').waitFor({ state: 'detached' })
  return axeFindings(of)
}

const themes = ['light', 'dark', 'contrast'] as const

/** How a page is looked at: in every theme and at every width; where `SHOTS` keeps pictures, in every theme at every width. */
export const looks = themes
  .flatMap((theme) => [1280, 390].map((width) => ({ theme, width })))
  .filter(({ theme, width }) => process.env.SHOTS || theme === 'light' || (theme === 'dark') === (width === 1280))
