import { assert } from '../../../test/lib/suite.ts'
import { appearances, assertReadable } from '../../../test/browser/accessibility.ts'
import { inTab, page } from '../../../test/browser/console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from '../../../test/browser/dialogs.ts'
import { button } from '../../../test/browser/elements.ts'
import { openPage, waitForText } from '../../../test/browser/pages.ts'
import { until } from '../../../test/lib/until.ts'
import { suiteOn } from '../../../test/browser/engines.ts'

const field = (label: string) => page.getByLabel(new RegExp(`^${label}( optional)?\\s*$`))

const test = suiteOn('minio', 'settings on minio', { MINIO_SCANNER_SPEED: 'fastest' })

test('a value set by an environment variable is shown and cannot be changed', async () => {
  await openPage('/settings/scanner', 'Settings')
  await page.getByText(/Set by MINIO_SCANNER_SPEED on the server/).waitFor()
  assert.ok(await field('Speed').isDisabled())
  assert.is(await field('Speed').inputValue(), 'fastest')
})

test('an unconfigured provider is not called enabled, and is tested before saving', async () => {
  await openPage('/settings/identity_openid', 'Settings')
  await field('Config URL').fill('http://10.0.0.1/')
  assert.is(await page.getByRole('switch', { name: 'Enabled' }).count(), 0)
  await button('Test').click()
  await pressInDialog('Test')
  await dialog().getByText('Failed: The discovery document can be read').waitFor()
  await waitForText(/is in the console's internal network/, dialog())
  await pressInDialog('Cancel')
  await waitForDialogClose()
  await field('Config URL').fill('')
})

test('a setting that needs a restart says so, and takes effect after it', async () => {
  await openPage('/settings/site', 'Settings')
  await field('Name').fill('harbour')
  await button('Save').click()
  await dialog().getByText('Needs a restart').waitFor()
  await pressInDialog('Save')
  await waitForDialogClose()
  await page.getByText(/Waiting for a restart/).waitFor()
  assert.is(await field('Name').inputValue(), 'harbour')
  await page.reload()
  await page.getByRole('link', { name: 'Region Restart pending', exact: true }).waitFor()
  await button('Reset to Defaults').click()
  await confirm('Reset')
  await waitForDialogClose()
  await until(async () => (await field('Name').inputValue()) === '')
  assert.is(await page.getByText(/Waiting for a restart/).count(), 0)
  await page.getByRole('link', { name: 'Region', exact: true }).waitFor()
  await field('Name').fill('harbour')
  await button('Save').click()
  await pressInDialog('Save')
  await waitForDialogClose()
  await page.getByText(/Waiting for a restart/).waitFor()
  await button('Restart').click()
  await confirm('Restart')
  await page.getByText('The instance needs to be restarted').waitFor({ state: 'detached' })
  await page.getByText('The server is restarting.').waitFor({ state: 'detached' })
  await openPage('/settings/site', 'Settings')
  await until(async () => (await field('Name').inputValue()) === 'harbour')
})

test('the list, a section and the changes before saving are readable', async () => {
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      const name = `${appearance.theme}-${appearance.width}`
      await openPage('/settings', 'Settings')
      await page.getByRole('link', { name: 'Scanner' }).waitFor()
      await assertReadable(`settings-${name}`)
      await page.getByRole('link', { name: 'OpenID', exact: true }).click()
      await field('Client Secret').waitFor()
      await assertReadable(`settings-openid-${name}`)
      await field('Scopes').fill('openid,profile')
      await button('Save').click()
      await dialog().getByText('Needs a restart').waitFor()
      await assertReadable(`settings-diff-${name}`)
    })
})
