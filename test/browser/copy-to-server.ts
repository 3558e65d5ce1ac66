import type { Page } from 'playwright-core'

/** Opens the dialog that copies a folder of a bucket at this address to the bucket "copies" of the server "backup". */
export const openCopyToServer = async (page: Page, address: string, folder: string) => {
  await page.goto(address)
  const row = page.getByRole('row').filter({ hasText: folder })
  await row.hover()
  const more = row.getByRole('button', { name: 'More actions', exact: true })
  const own = row.getByRole('button', { name: 'Copy', exact: true })
  await own.or(more).first().waitFor()
  if ((await own.count()) > 0) await own.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
  }
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Server').selectOption('backup')
  await dialog.getByLabel('Bucket').selectOption('copies')
  return dialog
}
