import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { userOf } from './accounts.ts'
import { inTab, looks, openPage, page, readable, server, useConsole } from './console.ts'
import { bucketOf, put } from './objects.ts'

const test = suite('dashboard')

useConsole(test)

const figure = (label: string) => page.getByRole('region', { name: label, exact: true })

test('whoever may see servers starts here, with what the storage holds', async () => {
  await bucketOf('first')
  await bucketOf('second')
  await put('first', 'a.txt', 'x'.repeat(1536))
  await put('first', 'b.txt', 'x'.repeat(512))
  await page.goto(server.url)
  await page.waitForURL(`${server.url}/dashboard`)
  await figure('All Buckets').getByText('2', { exact: true }).waitFor()
  await figure('Total Objects').getByText('2', { exact: true }).waitFor()
  assert.match((await figure('Usage').textContent()) ?? '', /^Usage2\.0 KiB of [\d.]+ [GT]iB/)
  await figure('Servers (Total)').getByText('1 online').waitFor()
  await figure('All Buckets').getByText('1.0 KiB per bucket on average').waitFor()
})

test('servers and drives are listed in tabs, which the address keeps', async () => {
  await openPage('/dashboard', 'Dashboard')
  const row = page.getByRole('row').nth(1)
  for (const text of ['Server 1', 'Online', '1/1']) await row.getByText(text).first().waitFor()
  await page.getByText('Showing 1 - 1 out of 1 Total Server', { exact: true }).waitFor()
  await page.getByRole('tab', { name: /^Drives/ }).click()
  await page.waitForURL(`${server.url}/dashboard?tab=drives`)
  for (const text of ['Drive 1', 'OK', server.dataFolder]) await row.getByText(text).first().waitFor()
  await page.getByText('Showing 1 - 1 out of 1 Total Drive', { exact: true }).waitFor()
  await page.reload()
  await row.getByText('Drive 1').waitFor()
})

test('Refresh brings the figures of now', async () => {
  await openPage('/dashboard', 'Dashboard')
  await figure('All Buckets').getByText('2', { exact: true }).waitFor()
  await bucketOf('third')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await figure('All Buckets').getByText('3', { exact: true }).waitFor()
})

test('whoever may not see servers has no such page, and starts with the buckets', async () =>
  inTab({ pair: await userOf('reader', { policies: ['readonly'] }) }, async () => {
    await page.goto(server.url)
    await page.waitForURL(`${server.url}/buckets`)
    assert.is(await page.getByRole('navigation', { name: 'Console' }).getByText('Dashboard').count(), 0)
  }))

for (const { theme, width } of looks)
  test(`it is readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: 844, theme }, async () => {
      for (const tab of ['servers', 'drives']) {
        await openPage(`/dashboard?tab=${tab}`, 'Dashboard')
        await page.getByText('All Buckets').waitFor()
        await readable(`dashboard-${tab}-${theme}-${width}`)
      }
    }))

test.run()
