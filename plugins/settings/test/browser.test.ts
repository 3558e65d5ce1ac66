import { assert } from '../../../test/lib/suite.ts'
import { type Receiver, startReceiver } from '../../../test/lib/receiver.ts'
import { appearances, assertReadable } from '../../../test/browser/accessibility.ts'
import { inTab, page } from '../../../test/browser/console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from '../../../test/browser/dialogs.ts'
import { button } from '../../../test/browser/elements.ts'
import { downloadedText } from '../../../test/browser/files.ts'
import { goto, waitForHeading, openPage, waitForMessage, waitForText } from '../../../test/browser/pages.ts'
import { until } from '../../../test/lib/until.ts'
import { onEveryEngine } from '../../../test/browser/engines.ts'

const field = (label: string) => page.getByLabel(new RegExp(`^${label}( optional)?\\s*$`))
const title = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const act = (name: string) =>
  page
    .getByRole('banner')
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('main').getByRole('button', { name, exact: true }))
    .first()
    .click()

onEveryEngine(
  'settings',
  (test, engine) => {
    let receiver: Receiver
    test.before(async () => {
      receiver = await startReceiver()
    })

    const requestsMax = async (value: string) => {
      await field('Requests Max').fill(value)
      await button('Save').click()
    }

    test('a setting is found, saved after its diff was shown, and applies immediately', async () => {
      await openPage('/settings', 'Settings')
      await page.getByRole('searchbox', { name: 'Search Settings' }).fill('requests_max')
      await page.getByText('Requests Max', { exact: true }).first().waitFor()
      await page.getByRole('link', { name: 'API' }).click()
      await title('Edit API Configuration')
      await requestsMax('many')
      await page.getByText('Enter a whole number').waitFor()
      await requestsMax('1600')
      await dialog().getByText('Applies immediately').waitFor()
      await dialog().getByText('requests_max').waitFor()
      await dialog().getByText('1600').waitFor()
      await pressInDialog('Save')
      await waitForDialogClose()
      await waitForMessage('Configuration successfully saved')
      await until(async () => (await field('Requests Max').inputValue()) === '1600')
    })

    test('changes are exported, reset, previewed before import, and restored from the history', async () => {
      await openPage('/settings/api', 'Settings')
      await title('Edit API Configuration')
      const file = await downloadedText(async () => {
        await act('Export')
        await pressInDialog('Export')
      })
      await waitForDialogClose()
      assert.match(file.toString(), /^api .*requests_max="1600"/m)
      await button('Reset to Defaults').click()
      await confirm('Reset')
      await waitForDialogClose()
      await until(async () => (await field('Requests Max').inputValue()) !== '1600')

      await act('Import')
      await dialog()
        .getByLabel('Configuration file')
        .setInputFiles({
          name: 'mine.txt',
          mimeType: 'text/plain',
          buffer: Buffer.concat([file, Buffer.from('\nno_such_section a="b"\n')]),
        })
      await dialog().getByText('requests_max').waitFor()
      await dialog().getByText('no_such_section').waitFor()
      await pressInDialog('Import')
      await dialog().getByText('1 change saved.').waitFor()
      await dialog().getByRole('button', { name: 'Close', exact: true }).last().click()
      await waitForDialogClose()
      await until(async () => (await field('Requests Max').inputValue()) === '1600')

      await requestsMax('1700')
      await pressInDialog('Save')
      await waitForDialogClose()
      await act('History')
      await dialog()
        .getByRole('listitem')
        .filter({ hasText: 'requests_max = 1600' })
        .first()
        .getByRole('button', { name: 'Restore' })
        .click()
      await waitForDialogClose()
      await until(async () => (await field('Requests Max').inputValue()) === '1600')
      await button('Reset to Defaults').click()
      await confirm('Reset')
      await waitForDialogClose()
    })

    test('edits in several sections are kept and marked until discarded or saved together', async () => {
      const [other, label, value] = engine === 'minio' ? ['Heal', 'Max Sleep', '2s'] : ['Scanner', 'Cycle', '2h']
      await openPage('/settings/api', 'Settings')
      const marks = page.getByRole('img', { name: 'Edited, not saved' })
      // not the sidebar's entry of that name
      const to = (name: string) =>
        page
          .getByRole('main')
          .getByRole('link', { name })
          .filter({ hasText: new RegExp(`^${name}`) })
          .first()
          .click()
      await title('Edit API Configuration')
      const before = await field('Requests Max').inputValue()
      await field('Requests Max').fill('1500')
      await page.getByText(`Was ${before}.`).waitFor()
      await to(other)
      await title(`Edit ${other} Configuration`)
      await field(label).fill(value)
      await page.getByText(`2 changes in 2 sections: API, ${other}`).waitFor()
      // one at the field, one beside each section
      assert.is(await marks.count(), 3)
      await to('API')
      await title('Edit API Configuration')
      await until(async () => (await field('Requests Max').inputValue()) === '1500')
      await button('Discard').click()
      await until(async () => (await field('Requests Max').inputValue()) === before && (await marks.count()) === 0)
      await field('Requests Max').fill('1500')
      await to(other)
      await title(`Edit ${other} Configuration`)
      await field(label).fill('soon')
      await to('API')
      await title('Edit API Configuration')
      assert.is(await button('Save').getAttribute('aria-disabled'), 'true')
      await to(other)
      await field(label).fill(value)
      await button('Save').click()
      await dialog().getByText('2 changes in 2 sections.').waitFor()
      await pressInDialog('Save')
      await waitForDialogClose()
      await waitForMessage('Configuration successfully saved')
      for (const name of [other, 'API']) {
        await to(name)
        await title(`Edit ${name} Configuration`)
        await button('Reset to Defaults').click()
        await confirm('Reset')
        await waitForDialogClose()
      }
      await until(async () => (await field('Requests Max').inputValue()) === before)
      await field('Requests Max').fill('1500')
      await page.getByText(`Was ${before}.`).waitFor()
      await page.getByRole('link', { name: 'Buckets', exact: true }).click()
      await confirm('Discard')
      await waitForHeading('Buckets')
      await openPage('/settings/api', 'Settings')
      await title('Edit API Configuration')
      assert.is(await marks.count(), 0)
    })

    test('a target is added with a name, tested, shown without its secret, and removed', async () => {
      await openPage('/webhook/audit', 'Settings')
      await title('Edit Audit Webhook Configuration')
      assert.is(await page.getByRole('switch', { name: 'Enabled' }).count(), 0)
      await button('Add Target').click()
      await dialog().getByLabel('Name').fill('sink')
      await dialog()
        .getByLabel(/^Endpoint/)
        .fill('http://10.0.0.1/')
      await dialog()
        .getByLabel(/^Auth Token/)
        .fill('marked-secret-token')
      await pressInDialog('Save')
      await dialog()
        .getByText(/is in the console's internal network/)
        .first()
        .waitFor()
      await dialog()
        .getByLabel(/^Endpoint/)
        .fill(receiver.url)
      await pressInDialog('Save')
      await waitForDialogClose()
      await page.getByRole('tab', { name: 'sink' }).waitFor()
      await page.getByRole('link', { name: 'Audit Webhook 1', exact: true }).waitFor()
      await page.getByText(/Set, unchanged/).waitFor()
      assert.not((await page.content()).includes('marked-secret-token'))
      await button('Test').click()
      await pressInDialog('Test')
      await dialog().getByText('The host accepts connections', { exact: true }).waitFor()
      await pressInDialog('Cancel')
      await waitForDialogClose()
      await button('Remove Target').click()
      await confirm('Remove')
      await page.getByRole('tab', { name: 'sink' }).waitFor({ state: 'detached' })
    })

    test("a plugin's panel is among the sections, is found by search, and works if the storage supports it", async () => {
      await openPage('/settings', 'Settings')
      await page.getByRole('searchbox', { name: 'Search Settings' }).fill('signed in')
      await page.getByRole('link', { name: 'Sessions' }).click()
      await title('Sessions')
      if (engine === 'minio') {
        await page.getByText(/CONSOLE_STS_DURATION/).waitFor()
        return
      }
      await field('Session length').fill('1000')
      await button('Save').click()
      await page.getByText('Enter 1 to 720 hours').waitFor()
      await field('Session length').fill('24')
      await button('Save').click()
      await waitForMessage('Configuration successfully saved')
      await openPage('/settings/of/sessions', 'Settings')
      await until(async () => (await field('Session length').inputValue()) === '24')
    })

    test('the palette finds a setting by its key', async () => {
      await openPage('/buckets', 'Buckets')
      // the title appears before the script that handles shortcuts
      await page.waitForLoadState('networkidle')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('requests_max')
      await page.getByRole('option', { name: /Requests Max \(requests_max\)/ }).click()
      await title('Edit API Configuration')
    })

    if (engine === 'embedded')
      test('only supported sections are offered, with a note about the others', async () => {
        await openPage('/settings', 'Settings')
        for (const name of ['Region', 'API', 'Scanner', 'Logger Webhook', 'Audit Webhook'])
          await page.getByRole('link', { name, exact: true }).waitFor()
        await page.getByText(/The embedded engine has fewer settings/).waitFor()
        assert.is(await page.getByRole('link', { name: 'OpenID' }).count(), 0)
      })

    if (engine === 'minio') {
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
    }

    test('the pages are readable in every theme and width', async () => {
      for (const look of appearances) {
        await inTab(look, async () => {
          const name = `${engine}-${look.theme}-${look.width}`
          await openPage('/settings', 'Settings')
          await page.getByRole('link', { name: 'Scanner' }).waitFor()
          await assertReadable(`settings-${name}`)
          if (engine === 'embedded') {
            await goto('/settings/of/sessions')
            await field('Session length').waitFor()
            await assertReadable(`settings-panel-${name}`)
            return
          }
          await goto('/settings/identity_openid')
          await field('Client Secret').waitFor()
          // the dialog covers the same form
          if (process.env.SHOTS) await assertReadable(`settings-openid-${name}`)
          await field('Scopes').fill('openid,profile')
          await button('Save').click()
          await dialog().getByText('Needs a restart').waitFor()
          await assertReadable(`settings-diff-${name}`)
        })
      }
      await waitForHeading('Settings')
    })
  },
  { MINIO_SCANNER_SPEED: 'fastest' },
)
