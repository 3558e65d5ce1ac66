import type { Locator, Page } from 'playwright-core'
import type { KeyPair } from '../lib/server.ts'
import { page, server } from './console.ts'
import { titled } from './elements.ts'

/** Fills in and submits the sign-in form. */
export const submitSignIn = async ({ accessKey, secretKey }: KeyPair) => {
  await page.fill('input[name=accessKey]', accessKey)
  await page.fill('input[name=secretKey]', secretKey)
  await page.keyboard.press('Enter')
}

/** Opens an address of the console in the tab. */
export const goto = (address: string) => page.goto(server.url + address)

/**
 * Opens an address of the console without loading the page again, if the tab shows the console already. In between it
 * shows a page without content, so that no text of the previous one is found.
 */
export const openInside = async (address: string, tab: Page = page) => {
  if (!tab.url().startsWith(server.url)) return void (await tab.goto(server.url + address))
  const show = (path: string) =>
    tab.evaluate((to) => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await show('/nowhere')
  await tab.locator('h1').getByText('404 Not Found').waitFor()
  await show(address)
}

/** Waits for the page with this title. */
export const waitForHeading = (title: string) =>
  // not by its role: an open dialog hides the page from readers
  page.locator(`h1${titled(title)}, h1:not([title]):text-is(${JSON.stringify(title)})`).waitFor()

/** Opens an address in the tab and waits for the page with this title. */
export const openPage = async (address: string, title: string) => {
  await goto(address)
  await waitForHeading(title)
}

/** Presses Undo of the latest message. */
export const undo = () => page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).last().click()

/** Waits for a status message. */
export const waitForMessage = (text: string) => page.getByRole('status').getByText(text).first().waitFor()

/** Waits for a text in the page, or in a part of it. */
export const waitForText = (text: string | RegExp, within: Locator | Page = page) => within.getByText(text).waitFor()
