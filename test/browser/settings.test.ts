import * as assert from 'uvu/assert'
import { agree, at, button, closed, dialog, entry, heading, inTab, looks, openPage, page, press, readable, until } from './console.ts'
import { onEveryEngine } from './engines.ts'
import { said } from './objects.ts'

const field = (label: string) => page.getByLabel(new RegExp(`^${label}( optional)?\\s*$`))
const title = (words: string) => page.getByRole('heading', { name: words, exact: true }).waitFor()

onEveryEngine(
  'settings',
  (test, engine) => {
    if (engine === 'embedded') {
      test('a storage without settings says so at their address, and has no entry for them', async () => {
        await at('/settings')
        await page.getByText('This storage has no settings to change here').waitFor()
        await openPage('/buckets', 'Buckets')
        assert.is(await entry('Settings').count(), 0)
      })
      return
    }

    test('a setting is found, changed after its change was shown, and applies at once', async () => {
      await openPage('/settings', 'Settings')
      await page.getByRole('searchbox', { name: 'Search Settings' }).fill('requests_max')
      await page.getByText('Requests Max', { exact: true }).first().waitFor()
      await page.getByRole('link', { name: 'API' }).click()
      await title('Edit API Configuration')
      await field('Requests Max').fill('many')
      await button('Save').click()
      await page.getByText('Enter a whole number').waitFor()
      await field('Requests Max').fill('1600')
      await button('Save').click()
      await dialog().getByText('Applies at once').waitFor()
      await dialog().getByText('requests_max').waitFor()
      await dialog().getByText('1600').waitFor()
      await press('Save')
      await closed()
      await said('Configuration successfully saved')
      await until(async () => (await field('Requests Max').inputValue()) === '1600')
      await button('Reset to Defaults').click()
      await agree('Reset')
      await until(async () => (await field('Requests Max').inputValue()) !== '1600')
    })

    test('what a variable of the server holds is shown, and cannot be changed', async () => {
      await openPage('/settings/scanner', 'Settings')
      await page.getByText(/Held by MINIO_SCANNER_SPEED on the server/).waitFor()
      assert.ok(await field('Speed').isDisabled())
      assert.is(await field('Speed').inputValue(), 'fastest')
    })

    test('a target is added under a name, its secret is never shown, and it is removed', async () => {
      await openPage('/webhook/audit', 'Settings')
      await title('Edit Audit Webhook Configuration')
      await button('Add Target').click()
      await dialog().getByLabel('Name').fill('sink')
      await dialog().getByLabel(/^Endpoint/).fill('http://127.0.0.1:1/')
      await dialog().getByLabel(/^Auth Token/).fill('marked-secret-token')
      await press('Save')
      await closed()
      await page.getByRole('tab', { name: 'sink' }).waitFor()
      await page.getByText(/Set, unchanged/).waitFor()
      assert.not((await page.content()).includes('marked-secret-token'))
      await button('Remove Target').click()
      await agree('Remove')
      await page.getByRole('tab', { name: 'sink' }).waitFor({ state: 'detached' })
    })

    test('what needs a restart says so, waits for it, and has come after it', async () => {
      await openPage('/settings/site', 'Settings')
      await field('Name').fill('harbour')
      await button('Save').click()
      await dialog().getByText('Needs a restart').waitFor()
      await press('Save')
      await closed()
      await page.getByText(/Waiting for a restart/).waitFor()
      assert.is(await field('Name').inputValue(), 'harbour')
      await button('Restart').click()
      await page.getByText('The instance needs to be restarted').waitFor({ state: 'detached' })
      await page.getByText('The server is restarting.').waitFor({ state: 'detached' })
      await openPage('/settings/site', 'Settings')
      await until(async () => (await field('Name').inputValue()) === 'harbour')
    })

    test('the pages can be read in every theme and width', async () => {
      for (const look of looks) {
        await inTab(look, async () => {
          const name = `${look.theme}-${look.width}`
          await openPage('/settings', 'Settings')
          await page.getByRole('link', { name: 'Scanner' }).waitFor()
          await readable(`settings-${name}`)
          await at('/settings/identity_openid')
          await field('Client Secret').waitFor()
          // the dialog stands over the same form
          if (process.env.SHOTS) await readable(`settings-openid-${name}`)
          await field('Scopes').fill('openid,profile')
          await button('Save').click()
          await dialog().getByText('Needs a restart').waitFor()
          await readable(`settings-diff-${name}`)
        })
      }
      await heading('Settings')
    })
  },
  { MINIO_SCANNER_SPEED: 'fastest' },
)
