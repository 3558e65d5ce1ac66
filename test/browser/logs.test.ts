import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { userOf } from './accounts.ts'
import { at, button, inTab, looks, openPage, page, readable, root, server, useConsole } from './console.ts'
import { bucketOf, put } from './objects.ts'

const test = suite('logs')
useConsole(test)

const records = () => page.getByRole('grid', { name: 'Records' })
const field = (label: string) => page.getByRole('group', { name: 'Filters' }).getByLabel(label)

test('the log is followed from Start to Stop', async () => {
  await openPage('/logs', 'Logs')
  await page.getByText('The log is not followed yet').waitFor()
  await field('Level').selectOption('warning')
  await page.waitForURL(`${server.url}/logs?level=warning`)
  await button('Start').click()
  await page.getByText('No lines received yet').waitFor()
  await button('Stop').click()
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await page.waitForURL(/tab=audit/)
})

test('calls are found by what they were about, are shown whole, and come as a file', async () => {
  await bucketOf('audited')
  await put('audited', 'reports/q3 final.pdf', 'x'.repeat(2048))
  assert.is((await root('GET', '/api/v1/buckets/audited/objects/download?prefix=missing')).status, 404)
  await openPage('/logs?tab=audit', 'Logs')
  await field('Object').fill('reports/*')
  await records().getByText('PutObject').first().waitFor()
  await page.waitForURL(/object=reports/)
  await records().getByText('GetObject').first().waitFor({ state: 'detached' })
  await records().getByText('PutObject').first().click()
  const drawer = page.getByRole('complementary', { name: 'PutObject' })
  await drawer.getByText('reports/q3 final.pdf', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  const saved = page.waitForEvent('download')
  await button('Export CSV').click()
  assert.match(readFileSync(await (await saved).path(), 'utf8'), /^Time,API Name,Bucket,Object,.*\r\n[^]*PutObject,audited,reports\/q3 final\.pdf/)
  await field('Object').fill('')
  await field('Bucket').fill('audited')
  await field('Response Status').fill('Failed')
  await records().getByText('404 Failed').first().waitFor()
  await field('Bucket').fill('nothing-like-it')
  await page.getByText('There is no information with this criteria').waitFor()
})

test('whoever may not see the logs is told what it takes', async () =>
  inTab({ pair: await userOf('logless', { policies: ['readonly'] }) }, async () => {
    await at('/logs')
    await page.getByText('You cannot see logs').waitFor()
  }))

for (const { theme, width } of looks)
  test(`the records are readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: width === 390 ? 844 : 800, theme }, async () => {
      await openPage('/logs?tab=audit', 'Logs')
      await records().getByRole('row').nth(1).waitFor()
      await readable(`logs-audit-${theme}-${width}`)
    }))

test.run()
