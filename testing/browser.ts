import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { KeyPair } from './account.ts'
import { findProgram } from './process.ts'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Path of the browser of `openPage()`: `CHROMIUM`, or a Chromium of this machine; `undefined` without one. */
export const chromium = process.env.CHROMIUM || findProgram(names, ['/Applications/Google Chrome.app/Contents/MacOS'])

/** How a page is opened. */
export type PageOptions = { width?: number; height?: number; theme?: 'light' | 'dark' | 'contrast' }

/** A browser under test. */
export type TestBrowser = {
  open(url: string, path: string, pair: KeyPair, options: PageOptions): Promise<Page>
  close(): Promise<void>
}

const importPlaywright = () =>
  import('playwright-core').catch(() => {
    throw new Error('Pages need the package "playwright-core": npm install --save-dev playwright-core')
  })

// a request or a connection that fails on purpose is an error in the browser's console
const isExpected = (text: string) => /^(Failed to load resource|WebSocket connection to )/.test(text)

/** Starts Chromium with additional flags. */
export const launch = async ({
  flags = [],
  env,
}: {
  flags?: readonly string[]
  env?: Record<string, string | undefined>
} = {}): Promise<Browser> => {
  const playwright = await importPlaywright()
  if (!chromium) throw new Error('There is no Chromium: install one, or name it in the variable CHROMIUM')
  // without a sandbox, so that it runs in containers
  return playwright.chromium.launch({
    executablePath: chromium,
    args: ['--no-sandbox', ...flags],
    ...(env && { env: env as Record<string, string> }),
  })
}

/** Time limit in ms for waiting in a page; longer than the pauses of a busy machine. */
const PAGE_TIMEOUT = 30_000

/** Media features of a page: its theme, and no motion unless asked for. */
export const mediaOf = ({ theme, motion }: PageOptions & { motion?: 'full' }) => ({
  colorScheme: theme === 'dark' ? ('dark' as const) : ('light' as const),
  contrast: theme === 'contrast' ? ('more' as const) : ('no-preference' as const),
  reducedMotion: motion === 'full' ? ('no-preference' as const) : ('reduce' as const),
})

/** Size of a page's window. */
export const viewportOf = ({ width = 1280, height = 800 }: PageOptions) => ({ width, height })

/** Opens a context with a separate session. */
export const openContext = async (
  browser: Browser,
  options: PageOptions & { motion?: 'full' },
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: viewportOf(options),
    ...mediaOf(options),
    acceptDownloads: true,
  })
  context.setDefaultTimeout(PAGE_TIMEOUT)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) =>
      console.error('Content security policy:', violatedDirective, blockedURI, sourceFile, sample),
    )
  })
  return context
}

/**
 * Adds exceptions of a context's pages, errors in their consoles, and violations of the content security policy to
 * `errors`.
 */
export const collectErrors = (context: BrowserContext, errors: string[]) => {
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) errors.push(message.text())
  })
}

/** Starts Chromium; `errors` receives the errors of all pages. */
export const startBrowser = async (errors: string[]): Promise<TestBrowser> => {
  const browser = await launch()
  return {
    open: async (url, path, { accessKey, secretKey }, options) => {
      const context = await openContext(browser, options)
      collectErrors(context, errors)
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
