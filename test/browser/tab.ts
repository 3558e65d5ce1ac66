import type { Cookie } from 'playwright-core'
import { login, type Look } from '../lib/browser.ts'
import { fillIn as fillInPair, newTab, page, server } from './console.ts'

export const path = () => new URL(page.url()).pathname
export const fillIn = (pair = server.root) => fillInPair(pair)

let cookies: Cookie[] = []

/** A fresh tab, signed in (once for all tests that leave the session alone) and at a page. */
export const fresh = async (address = '/users', look: Look = {}, base = server.url) => {
  await newTab(look)
  if (cookies.length === 0 || base !== server.url) await login(page, { url: base, root: server.root })
  else await page.context().addCookies(cookies)
  if (base === server.url) cookies = await page.context().cookies()
  await page.goto(base + address)
  await page
    .getByRole('navigation', { name: 'Console' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .first()
    .waitFor()
}

/** Has the next tab sign in again, after a test that ended the session. */
export const forgetSession = () => {
  cookies = []
}
