import type { Locator } from 'playwright-core'
import { displayName } from '../../core/protocol/format.ts'
import { page } from './console.ts'

/** Selector of elements with this title. */
export const titled = (title: string) => `[title="${displayName(title).replace(/["\\]/g, '\\$&')}"]`

/** An entry of the sidebar. */
export const sidebarEntry = (label: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: label, exact: true })

/** A bucket in the list of buckets. */
export const bucketCard = (bucket: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: bucket, exact: true }) })

/** The row with exactly this name. */
export const row = (name: string) =>
  page.getByRole('row').filter({ has: page.locator(`:is([role=gridcell], [role=rowheader])${titled(name)}`) })

export const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Presses a row's action, either its button or its item in the "…" menu. */
export const pressInRow = async (name: string, action: string) => {
  await row(name).hover()
  const own = row(name).getByRole('button', { name: action, exact: true })
  const more = row(name).getByRole('button', { name: 'More actions', exact: true })
  await own.or(more).first().waitFor()
  if ((await own.count()) > 0) return own.click()
  await more.click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Reason why an action in a row's "…" menu is disabled; runs `check` while the menu is open. */
export const disabledReason = async (
  name: string,
  action: string,
  check: () => Promise<unknown> = async () => undefined,
) => {
  await row(name).hover()
  await row(name).getByRole('button', { name: 'More actions', exact: true }).click()
  await page
    .getByRole('menuitem', { name: new RegExp(`^${action}`) })
    .and(page.locator('[aria-disabled=true]'))
    .waitFor()
  await check()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** The cells of a row, with the one that names it. */
export const cellsIn = (of: Locator) => of.locator('[role=gridcell], [role=rowheader]')

/** Texts of the cells of the first row with this text, separated by bars. */
export const cellsOf = async (table: Locator, hasText: string) =>
  (await cellsIn(table.getByRole('row').filter({ hasText }).first()).allTextContents()).join(' | ')
