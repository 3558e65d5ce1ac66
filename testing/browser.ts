import type { Browser, Page } from 'playwright-core'
import type { KeyPair } from './account.ts'
import { findProgram } from './process.ts'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Path of the browser of `openPage()`: `CHROMIUM`, or a Chromium of this machine; `undefined` without one. */
export const chromium = process.env.CHROMIUM || findProgram(names, ['/Applications/Google Chrome.app/Contents/MacOS'])

/** How a page is opened. */
export type PageOptions = { width?: number; height?: number; theme?: 'light' | 'dark' }

/** A browser under test. */
export type TestBrowser = {
  open(url: string, path: string, pair: KeyPair, options: PageOptions): Promise<Page>
  close(): Promise<void>
}

const importPlaywright = () =>
  import('playwright-core').catch(() => {
    throw new Error('Pages need the package "playwright-core": npm install --save-dev playwright-core')
  })

// a request that fails on purpose is an error in the browser's console
const isExpected = (text: string) => text.startsWith('Failed to load resource')

/**
 * Starts Chromium. `errors` receives exceptions of pages, errors in the browser's console, and violations of the
 * content security policy.
 */
export const startBrowser = async (errors: string[]): Promise<TestBrowser> => {
  const playwright = await importPlaywright()
  if (!chromium) throw new Error('There is no Chromium: install one, or name it in the variable CHROMIUM')
  // without a sandbox, so that it runs in containers
  const browser: Browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] })
  return {
    open: async (url, path, { accessKey, secretKey }, { width = 1280, height = 800, theme = 'light' }) => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
        acceptDownloads: true,
      })
      context.on('weberror', (error) => errors.push(String(error.error())))
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) errors.push(message.text())
      })
      const response = await context.request.post(new URL('/api/v1/login', url).href, {
        data: { accessKey, secretKey },
        headers: { origin: new URL(url).origin },
      })
      if (!response.ok()) throw new Error(`${accessKey} cannot sign in: ${await response.text()}`)
      const page = await context.newPage()
      await page.goto(new URL(path, url).href)
      return page
    },
    close: () => browser.close(),
  }
}
