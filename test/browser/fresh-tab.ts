import type { Cookie } from 'playwright-core'
import { signInOnPage, type TabOptions } from '../lib/browser.ts'
import { newTab, page, server } from './console.ts'
import { submitSignIn as fillInPair } from './pages.ts'

export const currentPath = () => new URL(page.url()).pathname
export const submitRootSignIn = (pair = server.root) => fillInPair(pair)

let cookies: Cookie[] = []
/** Console of the session in `cookies`. */
let owner = server

/** Opens a signed-in tab on a page. The session is shared by all tests that leave it alone. */
export const openFreshTab = async (address = '/users', tabOptions: TabOptions = {}, base = server.url) => {
  await newTab(tabOptions)
  if (owner !== server) cookies = []
  owner = server
  if (cookies.length === 0 || base !== server.url) await signInOnPage(page, { url: base, root: server.root })
  else await page.context().addCookies(cookies)
  if (base === server.url) cookies = await page.context().cookies()
  await page.goto(base + address)
  await page
    .getByRole('navigation', { name: 'Console' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .first()
    .waitFor()
}

/** Makes the next tab sign in again, after a test that ended the session. */
export const forgetSession = () => {
  cookies = []
}
