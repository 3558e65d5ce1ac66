import { readFileSync } from 'node:fs'
import { assert, suite } from '../../../test/lib/suite.ts'
import { createUser } from '../../../test/browser/accounts.ts'
import { appearances, assertReadable } from '../../../test/browser/accessibility.ts'
import { inTab, page, useConsole } from '../../../test/browser/console.ts'
import { dialog, pressInDialog } from '../../../test/browser/dialogs.ts'
import { button } from '../../../test/browser/elements.ts'
import { goto, openPage } from '../../../test/browser/pages.ts'

const test = suite('diagnostic')

useConsole(test)

const download = async () => {
  const saved = page.waitForEvent('download')
  await button('Download').click()
  const file = await saved
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

const take = async () => {
  await button('Start Diagnostic').click()
  await page.getByText('Diagnostic file is ready to be downloaded.').waitFor()
}

test('a report is created, viewed and downloaded, complete or anonymized, and opened again', async () => {
  await openPage('/health-info', 'Diagnostic')
  await page.getByText('No report yet').waitFor()
  await take()
  await page.getByRole('list', { name: 'Parts of the report' }).getByText('Configuration').waitFor()
  assert.is(await page.getByRole('grid', { name: 'Servers' }).getByRole('row').count(), 2)
  const { name, text } = await download()
  assert.is(name, 'diagnostic.json')
  const report = JSON.parse(text) as {
    version: string
    timestamp: string
    minio: { info: { servers: { endpoint: string }[] } }
  }
  assert.is(report.version, '3')
  const host = report.minio.info.servers[0]?.endpoint ?? ''
  await page.getByRole('grid', { name: 'Servers' }).getByText(host, { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Contents' }).getByRole('button', { name: 'Anonymized' }).click()
  await page.getByRole('grid', { name: 'Servers' }).getByText('server1', { exact: true }).waitFor()
  assert.not((await download()).text.includes(`"${host}"`))
  await page.getByRole('tab', { name: 'JSON' }).click()
  await page.getByRole('region', { name: 'Report' }).getByText('"timestamp"').first().waitFor()
  await page.reload()
  await page.getByText('No report yet').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'diagnostic.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.getByText('This report was read from a file.').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('[1') })
  await page.getByText('notes.json is not a diagnostic report').waitFor()
})

test('drives are measured, and other tests say why they are not possible', async () => {
  await openPage('/health-info?tab=speed', 'Diagnostic')
  await button('Test Network').and(page.locator('[aria-disabled=true]')).waitFor()
  await page.getByText('This storage has a single drive').first().waitFor({ state: 'attached' })
  await button('Test Drives').click()
  await dialog().getByText('The storage server may pause all other S3 requests').waitFor()
  await pressInDialog('Start Test')
  await page.getByRole('meter', { name: /^Write / }).waitFor()
  await button('Test Drives').waitFor()
})

test('a profile is downloaded as a file', async () => {
  await openPage('/health-info?tab=profiles', 'Diagnostic')
  const saved = page.waitForEvent('download')
  await button('Profile Memory').click()
  assert.is((await saved).suggestedFilename(), 'profile-mem.heapprofile')
})

test('an interrupted report is an error with its code and cannot be downloaded', async () => {
  await page.routeWebSocket(/\/ws\/health-info/, (socket) => {
    socket.send(JSON.stringify({ timestamp: new Date().toISOString(), reached: { meminfo: 1 } }))
    void socket.close({ code: 1011, reason: '500 An error occurred' })
  })
  await openPage('/health-info', 'Diagnostic')
  await button('Start Diagnostic').click()
  await page.getByRole('alert').getByText('An error occurred while getting Diagnostic file.').waitFor()
  await page.getByText('code 1011').waitFor()
  assert.is(await button('Download').count(), 0)
  // parts that have responded remain visible
  await page.getByRole('list', { name: 'Parts of the report' }).getByText('1 server').waitFor()
  await page.unrouteAll()
})

test('an account without the right sees the missing permission', async () =>
  inTab({ pair: await createUser('reader', { policies: ['readonly'] }) }, async () => {
    await goto('/health-info')
    await page.getByText('You cannot open Diagnostic').waitFor()
  }))

for (const { theme, width } of appearances)
  test(`it is readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: width === 390 ? 844 : 800, theme }, async () => {
      await openPage('/health-info', 'Diagnostic')
      await take()
      await assertReadable(`diagnostic-${theme}-${width}`)
      await page.getByRole('tab', { name: 'Speed Tests' }).click()
      await page.getByRole('button', { name: 'Test Objects' }).waitFor()
      await assertReadable(`diagnostic-speed-${theme}-${width}`)
    }))
