import { readFileSync } from 'node:fs'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { createUser } from '../../../../test/browser/accounts.ts'
import { appearances, assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../../test/browser/console.ts'
import { dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, openPage } from '../../../../test/browser/pages.ts'

const test = suite('logs')
useConsole(test)

const records = () => page.getByRole('grid', { name: 'Records' })
const field = (label: string) => page.getByRole('group', { name: 'Filters', exact: true }).getByLabel(label)

/** A log line in the format of MinIO. */
const broken = (second: number) => ({
  level: 'ERROR',
  node: 'node-4:9000',
  at: `2026-11-20T12:40:0${second}.402Z`,
  time: `12:40:0${second} UTC 11/20/2026`,
  api: { name: 'PutObject', args: { bucket: 'video-masters', object: 'ep-104/reel-03.mxf' } },
  requestID: '1878B2C7710E42AF',
  error: {
    message: 'Drive /mnt/disk2 returned an unexpected error',
    source: [
      'cmd/erasure-object.go:1421:cmd.erasureObjects.putObject()',
      'cmd/xl-storage.go:2107:cmd.(*xlStorage).CreateFile()',
    ],
    variables: { disk: '/mnt/disk2' },
  },
})

const lines = () => page.getByRole('list', { name: 'Lines' }).locator(':scope > li')

test('the log is followed live: repeated lines are combined, expand in place, and link to the object', async () => {
  let sendLine = (_line: object) => {}
  await page.routeWebSocket(/\/ws\/console/, (socket) => {
    sendLine = (line) => socket.send(JSON.stringify(line))
    for (const second of [1, 2, 3]) sendLine(broken(second))
    sendLine({ level: 'WARNING', node: 'node-1:9000', at: '2026-11-20T12:40:04Z', message: `Slow ${'x'.repeat(5000)}` })
    sendLine({ ConsoleMsg: 'Status: 4 Online', node: 'node-1:9000' })
  })
  await openPage('/logs', 'Logs')
  const error = lines().filter({ hasText: 'unexpected error' })
  await error.getByText('3×').waitFor()
  assert.is(await lines().count(), 3)
  assert.match((await lines().first().textContent()) ?? '', /^——node-1:9000—Status: 4 Online$/)
  await error.getByRole('button', { name: /^Show Drive/ }).focus()
  await page.keyboard.press('Enter')
  await error.getByRole('list', { name: 'Source trace' }).getByText('cmd/erasure-object.go:1421').waitFor()
  assert.match(
    (await error.getByRole('link', { name: 'ep-104/reel-03.mxf' }).getAttribute('href')) ?? '',
    /\/buckets\/video-masters\/browse\/ep-104\/reel-03\.mxf$/,
  )
  await error.getByText(/^The same 3 times since /).waitFor()
  await assertReadable('logs-errors-open')
  // rows do not move while the user reads
  sendLine(broken(5))
  await button('1 newer line').waitFor()
  assert.is(await error.getByText('3×').count(), 1)
  await button('1 newer line').click()
  await error.getByText('4×').waitFor()
  assert.ok((await lines().first().getByText('unexpected error').count()) > 0)
  await error.getByRole('button', { name: /^Hide Drive/ }).click()
  await field('Level').selectOption('warning')
  await page.waitForURL(`${server.url}/logs?level=warning`)
  await lines().filter({ hasText: 'Status: 4 Online' }).waitFor({ state: 'detached' })
  await lines().filter({ hasText: 'Slow' }).getByRole('button').first().click()
  await button('Show all').click()
  await page.getByText(/x{5000}$/).waitFor()
  await page.getByRole('searchbox', { name: 'Search Messages' }).fill('disk2')
  await lines().filter({ hasText: 'Slow' }).waitFor({ state: 'detached' })
  assert.is(await lines().count(), 1)
  const saved = page.waitForEvent('download')
  await button('Download').click()
  const file = await saved
  assert.is(file.suggestedFilename(), 'logs.ndjson')
  const fileText = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as { node: string })
  assert.is(fileText.length, 6)
  await button('Pause').click()
  sendLine(broken(6))
  await button('1 newer line').waitFor()
  await button('Resume').click()
  await error.getByText('5×').waitFor()
  await button('Clear').click()
  await page.getByRole('heading', { name: 'No lines received yet' }).waitFor()
  // a capture replaces the live log until it is resumed
  const open = (name: string, text: string) =>
    page.getByLabel('Capture').setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) })
  await button('More page actions').click()
  await page.getByRole('menuitem', { name: 'Open Capture' }).waitFor()
  await page.keyboard.press('Escape')
  await open('notes.ndjson', '{"time":"now"}\nno line\n')
  await page.getByRole('alert').getByText('notes.ndjson contains no log lines').waitFor()
  sendLine(broken(7))
  await error.waitFor()
  await open('old.ndjson', `${fileText.map((line) => JSON.stringify(line)).join('\n')}\nno line\n`)
  await page.getByText('6 lines from old.ndjson. The live log is paused.').waitFor()
  await page.getByRole('banner').getByText('Stopped', { exact: true }).waitFor()
  await error.getByText('4×').waitFor()
  await assertReadable('logs-capture')
  await button('Follow the Log').click()
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  await error.getByText('3×').waitFor()
})

test('the log of this storage starts automatically', async () => {
  await openPage('/logs', 'Logs')
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await page.waitForURL(/tab=audit/)
})

test('calls are found by resource, shown in full, and exported', async () => {
  await createBucket('audited')
  await putObject('audited', 'reports/q3 final.pdf', 'x'.repeat(2048))
  assert.is((await root('GET', '/api/v1/buckets/audited/objects/download?prefix=missing')).status, 404)
  await openPage('/logs?tab=audit', 'Logs')
  await field('Object').fill('reports/*')
  await records().getByText('object-browser.upload').first().waitFor()
  await page.waitForURL(/object=reports/)
  await records().getByText('GetObject').first().waitFor({ state: 'detached' })
  await records().getByText('object-browser.upload').first().click()
  const drawer = page.getByRole('complementary', { name: 'object-browser.upload' })
  await drawer.getByText('reports/q3 final.pdf', { exact: true }).waitFor()
  await drawer.getByRole('link', { name: 'PutObject', exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  const saved = page.waitForEvent('download')
  await button('Export CSV').click()
  assert.match(
    readFileSync(await (await saved).path(), 'utf8'),
    /^User,Time,API Name,Bucket,Object,.*\r\n[^]*PutObject,audited,reports\/q3 final\.pdf/,
  )
  await field('Object').fill('')
  await field('Bucket').fill('audited')
  await page.getByRole('checkbox', { name: 'More filters' }).click()
  await field('Response Status').fill('Failed')
  await page.getByText('There is no information with this criteria').waitFor()
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await records().getByText('404 Failed').first().waitFor()
  await field('Bucket').fill('nothing-like-it')
  await page.getByText('There is no information with this criteria').waitFor()
  // the active filters are shown, and can be removed one by one or together
  await field('Source').selectOption('server')
  const activeFilters = page.getByRole('group', { name: 'Active filters' })
  const chips = async () => (await activeFilters.getByRole('button').allTextContents()).join(', ')
  await activeFilters.getByRole('button', { name: 'Source Server, remove filter' }).waitFor()
  assert.is(await chips(), 'Bucket nothing-like-it, Response Status Failed, Source Server, Clear all')
  await assertReadable('logs-audit-filters')
  await activeFilters.getByRole('button', { name: 'Bucket nothing-like-it, remove filter' }).click()
  await records().getByText('404 Failed').first().waitFor()
  assert.is(await field('Bucket').inputValue(), '')
  assert.is(
    await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    'Response Status Failed, remove filter',
  )
  await page.keyboard.press('Backspace')
  assert.is(await chips(), 'Source Server, Clear all')
  await field('Time').selectOption('hour')
  await activeFilters.getByRole('button', { name: 'Time Last hour, remove filter' }).waitFor()
  await activeFilters.getByRole('button', { name: 'Clear all' }).click()
  await activeFilters.waitFor({ state: 'detached' })
  await page.waitForURL(/\/logs\?(tab=audit&show=all|show=all&tab=audit)$/)
})

test('actions in the console are marked, and show their changes', async () => {
  await createBucket('limited')
  assert.is(
    (await root('PUT', '/api/v1/buckets/limited/quota', { enabled: true, quota_type: 'hard', amount: 1024 })).status,
    200,
  )
  assert.is(
    (await root('PUT', '/api/v1/buckets/limited/quota', { enabled: true, quota_type: 'hard', amount: 4096 })).status,
    200,
  )
  await openPage('/logs?tab=audit&bucket=limited', 'Logs')
  await page.getByRole('checkbox', { name: 'More filters' }).click()
  await field('Source').selectOption('console')
  await page.waitForURL(/source=console/)
  const row = records().getByRole('row').filter({ hasText: 'buckets.setQuota' }).first()
  await row.getByRole('img', { name: 'Console' }).waitFor()
  await records().getByText('PutBucketQuota').first().waitFor({ state: 'detached' })
  await row.getByText('buckets.setQuota').click()
  const drawer = page.getByRole('complementary', { name: 'buckets.setQuota' })
  await drawer.getByText(/^admin set the quota of bucket limited from 1024 to 4096\.$/).waitFor()
  const changed = drawer.getByRole('region', { name: 'Changed lines' })
  await changed.getByText('1024').waitFor()
  await changed.getByText('4096').waitFor()
  await button('Both').click()
  await drawer.getByRole('heading', { name: 'After', exact: true }).waitFor()
  await assertReadable('logs-audit-change')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await field('Source').selectOption('server')
  await row.waitFor({ state: 'detached' })
})

test('a user, policy, bucket and object lead to who changed them, and a record to their pages', async () => {
  await createUser('remembered', { policies: ['readonly'] })
  await createBucket('recalled')
  await putObject('recalled', 'plan.txt', 'x')
  const toHistory = async (address: string, title: string) => {
    await openPage(address, title)
    const link = page.getByRole('link', { name: 'History', exact: true })
    if ((await link.count()) > 0) return link.click()
    await button('More page actions').click()
    await page.getByRole('menuitem', { name: 'History' }).click()
  }
  await toHistory('/users/remembered', 'remembered')
  const row = records().getByRole('row').filter({ hasText: 'identity.addUser' }).first()
  await row.getByText('admin', { exact: true }).waitFor()
  await row.getByText('identity.addUser').click()
  const drawer = page.getByRole('complementary', { name: 'identity.addUser' })
  await drawer.getByRole('link', { name: 'History of remembered' }).waitFor()
  await assertReadable('logs-audit-user')
  await drawer.getByRole('link', { name: 'Everything by admin' }).click()
  await page.waitForURL(/access_key=admin/)
  await drawer.getByRole('link', { name: 'remembered', exact: true }).click()
  await page.waitForURL(`${server.url}/users/remembered`)
  for (const [address, title, found] of [
    ['/buckets/recalled/admin/summary', 'recalled', /buckets\.add/],
    ['/buckets/recalled/browse/plan.txt', 'plan.txt', /object-browser\.upload/],
  ] as const) {
    await toHistory(address, title)
    await records().getByRole('row').filter({ hasText: found }).first().waitFor()
  }
  await openPage('/policies/readonly', 'readonly')
  await page.getByRole('link', { name: 'History', exact: true }).waitFor()
})

test('filters are saved by name, chosen again, and deleted', async () => {
  await openPage('/logs?tab=audit&bucket=limited', 'Logs')
  const menu = page.getByRole('button', { name: 'Saved filters' })
  const choose = async (name: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Save These Filters')
  await dialog().getByLabel('Name').fill('Limited bucket')
  await pressInDialog('Save Filters')
  await menu.getByText('Limited bucket').waitFor()
  await choose('Policies')
  await page.waitForURL(/api_name=console\.policies/)
  assert.is(await field('Bucket').inputValue(), '')
  await choose('Limited bucket')
  assert.is(await field('Bucket').inputValue(), 'limited')
  await choose('Delete Limited bucket')
  await menu.getByText('Saved Filters').waitFor()
  await menu.click()
  assert.is(await page.getByRole('menuitem', { name: 'Limited bucket' }).count(), 0)
  await page.keyboard.press('Escape')
})

test('an account that may not see the logs sees the missing permission', async () =>
  inTab({ pair: await createUser('logless', { policies: ['readonly'] }) }, async () => {
    await goto('/logs')
    await page.getByText('You cannot open Logs').waitFor()
  }))

for (const { theme, width } of appearances)
  test(`the records are readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: width === 390 ? 844 : 800, theme }, async () => {
      await openPage('/logs?tab=audit&bucket=limited&source=console&range=all', 'Logs')
      await records().getByRole('row').nth(1).waitFor()
      await button('Clear all').waitFor()
      await assertReadable(`logs-audit-${theme}-${width}`)
      await page.routeWebSocket(/\/ws\/console/, (socket) => {
        for (const line of [broken(1), broken(2), { ConsoleMsg: 'Status: 4 Online', node: 'node-1:9000' }])
          socket.send(JSON.stringify(line))
      })
      await openPage('/logs', 'Logs')
      await lines().filter({ hasText: '2×' }).getByRole('button').first().click()
      await page.getByRole('list', { name: 'Source trace' }).waitFor()
      await assertReadable(`logs-errors-${theme}-${width}`)
    }))
