import { readFileSync } from 'node:fs'
import { assert, suite } from '../../../test/lib/suite.ts'
import type { WebSocket } from 'playwright-core'
import { screenshot } from '../../../test/lib/browser.ts'
import { createUser } from '../../../test/browser/accounts.ts'
import { appearances, assertReadable } from '../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../test/browser/console.ts'
import { button, cellsOf, row } from '../../../test/browser/elements.ts'
import { assertContinuesAfterRestart, feedStatus } from '../../../test/browser/live-pages.ts'
import { createBucket, putObject } from '../../../test/browser/objects.ts'
import { goto, openPage } from '../../../test/browser/pages.ts'
import { until } from '../../../test/lib/until.ts'

const test = suite('trace')

useConsole(test)

test.before(async () => void (await createBucket('traced')))

const calls = () => page.getByRole('grid', { name: 'Calls' })
const field = (label: string) => page.getByRole('group', { name: 'Filters', exact: true }).getByLabel(label)

const start = async (address = '/trace') => {
  await openPage(address, 'Trace')
  await button('Start').click()
  await feedStatus('Live').waitFor()
}

const storeMany = async (stem: string, many: number) => {
  for (let number = 0; number < many; number++) await putObject('traced', `${stem}-${number}`, 'x')
}

test('a trace shows calls once started', async () => {
  await openPage('/trace', 'Trace')
  await page.getByText('Trace is not started yet').waitFor()
  await button('Start').click()
  await page.getByText('No Traced elements received yet').waitFor()
  await putObject('traced', 'reports/q3 final.pdf', 'x'.repeat(2048))
  assert.is((await root('GET', '/api/v1/buckets/traced/objects/download?prefix=missing')).status, 404)
  await calls().getByText('s3.PutObject', { exact: true }).waitFor()
  assert.match(
    await cellsOf(calls(), 's3.PutObject'),
    /^\d\d:\d\d:\d\d\.\d{3} \| s3\.PutObject \| 200 OK \| [\d.]+ (µs|ms|s) \| admin \| \/traced\/reports\/q3 final\.pdf$/,
  )
  await calls().getByText('404 Not Found').waitFor()
  await button('Stop').click()
  await feedStatus('Stopped').waitFor()
  await calls().getByText('404 Not Found').waitFor()
  await calls().getByText('s3.PutObject', { exact: true }).click()
  const drawer = page.getByRole('complementary', { name: 's3.PutObject' })
  await drawer.getByText('/traced/reports/q3 final.pdf').waitFor()
  for (const text of ['127.0.0.1', 'In 2.0 KiB', 'admin', 'Request ID'])
    await drawer.getByText(text, { exact: true }).waitFor()
  assert.match(
    (await drawer.getByRole('link', { name: 'Open Object' }).getAttribute('href')) ?? '',
    /\/buckets\/traced\/browse\/reports\/q3%20final\.pdf$/,
  )
  assert.match(
    (await drawer.getByRole('link', { name: 'Audit Logs' }).getAttribute('href')) ?? '',
    /request_id=[\da-f-]{36}$/,
  )
  await assertReadable('trace-call')
  // the arrow keys also change the drawer, from the rows and from the drawer
  const other = page.getByRole('complementary', { name: 's3.GetObject' })
  await page.keyboard.press('ArrowUp')
  await other.waitFor()
  await other.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('ArrowDown')
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('role') === 'row'))
  await button('Export').click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const file = await saved
  assert.is(file.suggestedFilename(), 'trace.csv')
  assert.match(
    readFileSync(await file.path(), 'utf8'),
    /^Time,Call,Status,Duration,User,Path,Host,Client,In,Out\r\n[^]*,s3\.PutObject,200 OK,/,
  )
  await button('Clear').click()
  await page.getByText('Trace is not started yet').waitFor()
})

test('filters are combined, and in the URL', async () => {
  await openPage('/trace', 'Trace')
  await field('Path').fill('WANTED')
  await field('Method').selectOption('PUT')
  await field('Response Threshold').fill('soon')
  await field('Response Threshold').blur()
  assert.is(await button('Start').getAttribute('aria-disabled'), 'true')
  await field('Response Threshold').and(page.locator('[aria-invalid=true]')).waitFor()
  await page.getByText('A number of 0 or more', { exact: true }).waitFor()
  await field('Response Threshold').fill('')
  await field('Status Code').selectOption('200 OK')
  await page.waitForURL(`${server.url}/trace?path=WANTED&method=PUT&status=200`)
  await button('Start').click()
  await feedStatus('Live').waitFor()
  await putObject('traced', 'other', 'x')
  assert.is((await root('GET', '/api/v1/buckets/traced/objects/download?prefix=wanted-as-well')).status, 404)
  await putObject('traced', 'wanted', 'x')
  await row('/traced/wanted').waitFor()
  assert.is(await calls().getByRole('row').count(), 2)
  await button('Stop').click()
  await page.reload()
  assert.is(await field('Path').inputValue(), 'WANTED')
  assert.equal([await field('Status Code').inputValue(), await field('Method').inputValue()], ['200', 'PUT'])
  // types that an older address names are options too
  await openPage('/trace?status=418&method=patch', 'Trace')
  assert.equal([await field('Status Code').inputValue(), await field('Method').inputValue()], ['418', 'PATCH'])
  await field('Status Code').selectOption('Any')
  await page.waitForURL(`${server.url}/trace?method=patch`)
})

test('filters apply to a running trace and to calls that have arrived, and the slowest calls are on top', async () => {
  await openPage('/trace?function=PutObject&order=slowest&start=yes', 'Trace')
  await feedStatus('Live').waitFor()
  await page.waitForURL(`${server.url}/trace?function=PutObject&order=slowest`)
  await putObject('traced', 'small', 'x')
  await putObject('traced', 'large', 'x'.repeat(300_000))
  await row('/traced/large').waitFor()
  await row('/traced/small').waitFor()
  const durations = async () => {
    const texts = await calls()
      .getByRole('gridcell')
      .filter({ hasText: /^[\d.]+ (µs|ms|s)$/ })
      .allTextContents()
    return texts.map((text) => Number.parseFloat(text) * (text.endsWith('µs') ? 1 : text.endsWith('ms') ? 1e3 : 1e6))
  }
  const found = await durations()
  assert.equal(
    found,
    [...found].sort((one, other) => other - one),
  )
  assert.is(await calls().getByRole('columnheader', { name: 'Duration' }).getAttribute('aria-sort'), 'descending')
  await page.getByText('Filters can be changed while it runs.').waitFor()
  // a narrower filter: rows that do not match disappear immediately, and the others stay
  await field('Path').fill('large')
  await row('/traced/small').waitFor({ state: 'detached' })
  await row('/traced/large').waitFor()
  // different calls: the feed restarts automatically
  await field('Function Name').fill('')
  await field('Path').fill('wider')
  await until(async () => {
    await root('GET', '/api/v1/buckets/traced/objects/download?prefix=wider')
    return (await row('/traced/wider').count()) > 0
  })
  await feedStatus('Live').waitFor()
  await field('Path').fill('')
  await row('/traced/small').waitFor()
  await calls().getByRole('button', { name: 'Duration' }).click()
  await page.waitForURL(`${server.url}/trace`)
  assert.is(await calls().getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort'), 'descending')
  await button('Stop').click()
})

test('a pause freezes the rows, and counts new ones', async () => {
  await start()
  await assertContinuesAfterRestart('traced', (key) => `/traced/${key}`)
})

test('scrolling down freezes the rows, and a click returns to the newest', async () => {
  await start()
  await storeMany('first', 30)
  await row('/traced/first-29').waitFor()
  await calls().hover()
  await page.mouse.wheel(0, 400)
  await page.waitForFunction(() => (document.querySelector('[role=grid]')?.scrollTop ?? 0) > 0)
  const head = await calls().getByRole('columnheader', { name: 'Path' }).boundingBox()
  assert.ok((head?.y ?? 0) >= ((await calls().boundingBox())?.y ?? 0), 'the head has gone away')
  const top = () => calls().locator('[data-index="12"]').textContent()
  const before = await top()
  await storeMany('second', 3)
  await button('3 newer rows').waitFor()
  assert.is(await top(), before)
  await screenshot(page, 'trace-held')
  await button('3 newer rows').click()
  await row('/traced/second-2').waitFor()
  assert.is(await calls().locator('[data-index="0"]').getByText('/traced/second-2').count(), 1)
  assert.is(await button('3 newer rows').count(), 0)
})

test('the trace continues when the server is back', async () => {
  await start()
  await putObject('traced', 'before', 'x')
  await row('/traced/before').waitFor()
  await server.restart()
  await feedStatus('Reconnecting').waitFor()
  await feedStatus('Live').waitFor()
  await putObject('traced', 'after', 'x')
  await row('/traced/after').waitFor()
  await row('/traced/before').waitFor()
})

test('calls are summed up beside the rows, and a capture is saved and opened again', async () => {
  await start()
  await storeMany('counted', 5)
  await row('/traced/counted-4').waitFor()
  assert.is((await root('GET', '/api/v1/buckets/traced/objects/download?prefix=missing')).status, 404)
  const statistics = page.getByRole('region', { name: 'Statistics' })
  await statistics
    .getByRole('listitem')
    .filter({ hasText: 's3.PutObject' })
    .filter({ hasText: /p50 .+p99 .+5 B/ })
    .waitFor()
  await statistics
    .getByRole('listitem')
    .filter({ hasText: 's3.GetObject' })
    .getByText('1 error', { exact: true })
    .waitFor()
  await statistics.getByText(/^Since .+, \d+ APIs, 1 error$/).waitFor()
  // while an API is selected, only its calls are shown, including new ones
  const gets = statistics.getByRole('button', { name: /^s3\.GetObject/ })
  await gets.click()
  await row('/traced/counted-4').waitFor({ state: 'detached' })
  await page.getByText('Only calls of s3.GetObject').waitFor()
  assert.is(await calls().getByRole('row').count(), 2)
  await page.waitForURL(/api=s3\.GetObject/)
  assert.is((await root('GET', '/api/v1/buckets/traced/objects/download?prefix=missing-too')).status, 404)
  await row('/traced/missing-too').waitFor()
  await assertReadable('trace-one-api')
  await gets.click()
  await row('/traced/counted-4').waitFor()
  await button('Stop').click()
  await button('Export').click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save Capture' }).click()
  const file = await saved
  assert.is(file.suggestedFilename(), 'trace.ndjson')
  const text = readFileSync(await file.path(), 'utf8')
  await button('Clear').click()
  await page.getByText('Trace is not started yet').waitFor()
  await page
    .getByLabel('Capture')
    .setInputFiles({ name: 'old.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(`${text}no call\n`) })
  await row('/traced/counted-4').waitFor()
  await page.getByText(/^\d+ calls from old\.ndjson\.$/).waitFor()
  await statistics.getByText('2 errors', { exact: true }).waitFor()
})

test('a refused call links to its explanation, and columns are resized by pointer and by keys', async () => {
  const name = 'refused-reader'
  const pair = await createUser(name, { policies: ['readonly'] })
  await start('/trace?user=refused')
  await inTab({ pair }, async () => {
    const form = new FormData()
    form.append('1', new Blob(['x']), 'file')
    assert.is(
      (
        await fetch(`${server.url}/api/v1/buckets/traced/objects/upload?key=secret.txt`, {
          method: 'POST',
          body: form,
          headers: {
            cookie: (await page.context().cookies()).map((one) => `${one.name}=${one.value}`).join('; '),
            origin: server.url,
          },
        })
      ).status,
      403,
    )
  })
  await putObject('traced', 'by-another', 'x')
  await calls().getByText('403 Forbidden').click()
  assert.is(await row('/traced/by-another').count(), 0)
  await button('Why?').click()
  const dialog = page.getByRole('dialog', { name: 'Check Access' })
  await dialog.getByText('No statement allows it.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const head = () => calls().getByRole('columnheader', { name: 'Call' })
  const width = async () => (await head().boundingBox())?.width ?? 0
  const before = await width()
  await head().press('Shift+ArrowRight')
  assert.ok((await width()) > before)
  const edge = await head().boundingBox()
  if (!edge) throw new Error('There is no head')
  const wider = await width()
  await page.mouse.move(edge.x + edge.width, edge.y + edge.height / 2)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width - 40, edge.y + edge.height / 2, { steps: 4 })
  await page.mouse.up()
  assert.ok((await width()) < wider)
  await button('View').click()
  await page.getByRole('menuitemcheckbox', { name: 'Duration' }).click()
  await page.keyboard.press('Escape')
  await calls().getByRole('columnheader', { name: 'Duration' }).waitFor({ state: 'detached' })
  await page.reload()
  await start('/trace')
  await putObject('traced', 'without-a-column', 'x')
  await row('/traced/without-a-column').waitFor()
  assert.is(await calls().getByRole('columnheader', { name: 'Duration' }).count(), 0)
})

test('call types that the storage does not have are disabled with the reason', async () => {
  await openPage('/trace', 'Trace')
  await button('11 more kinds').click()
  // its name includes the reason why it is disabled
  const choice = (kind: string) => page.getByRole('checkbox', { name: new RegExp(`^${kind}( This storage| Heal|$)`) })
  for (const kind of ['Storage', 'Scanner', 'Healing', 'Batch Expiry', 'KMS'])
    assert.ok(await choice(kind).isDisabled(), kind)
  assert.ok(await choice('Internal').isEnabled())
  await choice('Storage').hover({ force: true })
  await page.getByText('This storage can trace API calls only').first().waitFor()
})

test('leaving the page closes the socket', async () => {
  await openPage('/trace', 'Trace')
  const opened: WebSocket[] = []
  page.on('websocket', (socket) => opened.push(socket))
  await button('Start').click()
  await feedStatus('Live').waitFor()
  const socket = opened.find((one) => one.url().includes('/ws/trace'))
  const over = socket?.waitForEvent('close')
  await page.getByRole('link', { name: 'Buckets' }).first().click()
  await over
  assert.ok(socket?.isClosed())
})

test('an account that may not trace sees the missing permission', async () =>
  inTab({ pair: await createUser('reader', { policies: ['readonly'] }) }, async () => {
    await goto('/trace')
    await page.getByText('You cannot open Trace').waitFor()
    assert.is(await page.getByRole('navigation', { name: 'Console' }).getByText('Trace').count(), 0)
  }))

for (const { theme, width } of [...appearances, { theme: 'light' as const, width: 800 }])
  test(`it is readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: width === 390 ? 844 : 800, theme }, async () => {
      await openPage('/trace', 'Trace')
      await assertReadable(`trace-stopped-${theme}-${width}`)
      await button('Start').click()
      await feedStatus('Live').waitFor()
      await storeMany(`${theme}-${width}`, 14)
      assert.is((await root('GET', '/api/v1/buckets/traced/objects/download?prefix=missing')).status, 404)
      assert.is((await root('GET', '/api/v1/buckets/nowhere/objects')).status, 404)
      await storeMany(`${theme}-${width}`, 4)
      await calls().getByText('404 Not Found').first().waitFor()
      await assertReadable(`trace-live-${theme}-${width}`)
    }))
