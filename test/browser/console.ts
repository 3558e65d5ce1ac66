import type { Browser, Page } from 'playwright-core'
import type { Test } from '../lib/suite.ts'
import { closeTabs, launch, releaseTab, reuseTab, signInTab, type Tab, type TabOptions } from '../lib/browser.ts'
import type { Kube } from '../lib/kube.ts'
import type { Minio } from '../lib/minio.ts'
import { type EngineName, type TestConsole, startTestConsole } from '../lib/test-console.ts'
import { type KeyPair, type Send, signIn, type TestServer } from '../lib/server.ts'

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
export let hasAxe = true

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
