import type { Locator } from 'playwright-core'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { createUser } from '../../../../test/browser/accounts.ts'
import { appearances, assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, server, useConsole } from '../../../../test/browser/console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, cellsIn, sidebarEntry, row } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, openPage, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'

const test = suite('dashboard')

useConsole(test)

const figure = (label: string) => page.getByRole('region', { name: label, exact: true })

/** Whether an element is not scrolled out of the window. */
const isVisibleInWindow = (of: Locator) =>
  of.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

test('an account that may see servers starts on the dashboard with the usage of the storage', async () => {
  await createBucket('first')
  await createBucket('second')
  await putObject('first', 'a.txt', 'x'.repeat(1536))
  await putObject('first', 'b.txt', 'x'.repeat(512))
  await goto('/')
  await page.waitForURL(`${server.url}/dashboard`)
  await figure('All Buckets').getByText('2', { exact: true }).waitFor()
  await figure('Total Objects').getByText('2', { exact: true }).waitFor()
  assert.match((await figure('Usage').textContent()) ?? '', /^Usage2\.0 KiB/)
  await figure('Servers (Total)').getByText('1 online').waitFor()
  await figure('All Buckets').getByText('Average size 1.0 KiB').waitFor()
})

test('servers and drives are in tabs, which the URL keeps', async () => {
  await openPage('/dashboard', 'Dashboard')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  for (const text of ['Online', '1/1']) await row('Server 1').getByText(text).first().waitFor()
  await page.getByText('Showing 1 - 1 out of 1 Total Server', { exact: true }).waitFor()
  await page.getByRole('tab', { name: /^Drives/ }).click()
  await page.waitForURL(`${server.url}/dashboard?tab=drives`)
  for (const text of ['OK', server.dataFolder]) await row('Drive 1').getByText(text).first().waitFor()
  await page.getByText('Showing 1 - 1 out of 1 Total Drive', { exact: true }).waitFor()
  await page.reload()
  await row('Drive 1').waitFor()
})

test('Refresh loads current figures', async () => {
  await openPage('/dashboard', 'Dashboard')
  await figure('All Buckets').getByText('2', { exact: true }).waitFor()
  await createBucket('third')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await figure('All Buckets').getByText('3', { exact: true }).waitFor()
})

test('an account that may not see servers has no dashboard and starts with the buckets', async () =>
  inTab({ pair: await createUser('reader', { policies: ['readonly'] }) }, async () => {
    await goto('/')
    await page.waitForURL(`${server.url}/buckets`)
    assert.is(await page.getByRole('navigation', { name: 'Console' }).getByText('Dashboard').count(), 0)
  }))

test('an alert is shown on every page and in the sidebar until it ends', async () => {
  await openPage('/dashboard?tab=thresholds', 'Dashboard')
  await button('Add Threshold').click()
  await dialog().getByLabel('Metric').selectOption('versions')
  await dialog().getByLabel('Threshold').fill('0')
  await dialog().getByLabel('Duration').fill('0')
  await pressInDialog('Add')
  await waitForDialogClose()
  await button('Refresh').click()
  await page.getByText('Versions in use since').waitFor()
  await page.getByRole('link', { name: /^Dashboard\s*1\s*alert$/ }).waitFor()
  await openPage('/buckets', 'Buckets')
  const banner = page.getByRole('banner').getByRole('status').filter({ hasText: 'Versions in use' })
  await banner.getByRole('link', { name: 'View' }).click()
  await page.waitForURL(`${server.url}/dashboard?tab=alerts`)
  await row('Versions in use').getByText('Ongoing').waitFor()
  await until(() => isVisibleInWindow(page.getByRole('tab', { name: /^Alerts/ })))
  await inTab({ width: 390 }, async () => {
    await openPage('/dashboard?tab=alerts', 'Dashboard')
    await until(() => isVisibleInWindow(page.getByRole('row').filter({ hasText: 'Versions in use' })))
  })
  await banner.getByRole('button', { name: 'Close' }).click()
  await banner.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Thresholds' }).click()
  await row('Versions in use').last().hover()
  await page.getByRole('button', { name: 'Remove Threshold' }).click()
  await confirm('Remove')
  await page.getByRole('tab', { name: /^Alerts/ }).click()
  await waitForText(/^\d+ seconds?$/, row('Versions in use'))
  await sidebarEntry('Dashboard').waitFor()
  assert.is(await row('Ongoing').count(), 0)
})

test('an account that may not change settings sees the thresholds and why they cannot be changed', async () =>
  inTab({ pair: await createUser('operator', { policies: ['diagnostics'] }) }, async () => {
    await openPage('/dashboard?tab=thresholds', 'Dashboard')
    await row('Drives offline').waitFor()
    await page.getByRole('button', { name: 'Add Threshold', disabled: true }).waitFor()
  }))

/** Number of sections whose content is cut off by their container. */
const countCutOff = () =>
  page.evaluate(() => {
    const bottom = (one: Element | null) => one?.getBoundingClientRect().bottom ?? 0
    return [...document.querySelectorAll('section[aria-label]')].filter(
      (one) => bottom(one) > bottom(one.parentElement) + 1,
    ).length
  })

for (const { theme, width } of appearances)
  test(`it is readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: 844, theme }, async () => {
      for (const tab of ['servers', 'drives']) {
        await openPage(`/dashboard?tab=${tab}`, 'Dashboard')
        await page.getByText('Check first').waitFor()
        assert.is(await countCutOff(), 0, 'figures overflow their frame')
        await assertReadable(`dashboard-${tab}-${theme}-${width}`)
      }
    }))

test('latency by API, bucket and server leads to a trace of these calls', async () => {
  await createBucket('slow')
  await putObject('slow', 'a.txt', 'x')
  await openPage('/dashboard', 'Dashboard')
  await page.getByRole('tab', { name: 'Latency' }).click()
  const cells = async (name: string) => (await cellsIn(row(name)).allTextContents()).slice(0, 8).join(' | ')
  await row('PutObject').waitFor()
  assert.match(await cells('PutObject'), /^PutObject \| \d+ \| 0 \| [\d.]+ K?i?B \|( [\d.]+ (µs|ms|s) ?\|?){4}/)
  await assertReadable('dashboard-latency')
  await button('Bucket').click()
  await row('slow').waitFor()
  await button('Server').click()
  await page.waitForURL(/by=server/)
  await button('API').click()
  await row('PutObject').getByRole('link', { name: 'PutObject' }).click()
  await page.waitForURL(`${server.url}/trace?function=PutObject&order=slowest`)
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  await putObject('slow', 'b.txt', 'x')
  await row('/slow/b.txt').waitFor()
})
