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

/** Loads an address of the console in the tab. */
export const load = (address: string, tab: Page = page) => tab.goto(server.url + address)

/** Whether the tab shows a page of the signed-in console, without a dialog, which may ask before it is left. */
const isOnPage = async (tab: Page) => {
  if (!tab.url().startsWith(`${server.url}/`) || (await tab.locator('[role=dialog]').count()) > 0) return false
  return (await tab.locator('nav[aria-label=Console], button[aria-label=Menu]').count()) > 0
}

/**
 * Opens an address of the console. If the tab shows a page of it, the address is not loaded, which takes less than
 * half the CPU time. In between the tab shows a page without content, so that no text of the previous one is found.
 * Messages are closed.
 */
export const goto = async (address: string, tab: Page = page) => {
  if (!(await isOnPage(tab))) return void (await load(address, tab))
  const show = (path: string) =>
    tab.evaluate((to) => {
      const close = '[data-part=toast] button[aria-label=Close]'
      for (const button of document.querySelectorAll<HTMLElement>(close)) button.click()
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await show('/nowhere')
  // a page that would lose something asks
  const question = tab.getByRole('dialog')
  await tab.locator('h1').getByText('404 Not Found').or(question).first().waitFor()
  await ((await question.count()) > 0 ? load(address, tab) : show(address))
}

/** Waits for the page with this title. */
export const waitForHeading = (title: string) =>
  // not by its role: an open dialog hides the page from readers
  page.locator(`h1${titled(title)}, h1:not([title]):text-is(${JSON.stringify(title)})`).waitFor()

/** Opens an address and waits for the page with this title. */
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
