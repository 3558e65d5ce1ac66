import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { screenshot } from '../../../../test/lib/browser.ts'
import { hostileKeys } from '../keys.ts'
import { allow, createPolicy, createUser } from '../../../../test/browser/accounts.ts'
import { pageFindings, assertReadable, testedThemes } from '../../../../test/browser/accessibility.ts'
import { inTab, page, server, useConsole } from '../../../../test/browser/console.ts'
import { confirm, confirmByTyping, dialog } from '../../../../test/browser/dialogs.ts'
import { row, pressInRow } from '../../../../test/browser/elements.ts'
import { chooseFiles, downloadedText, filesFolder, useFiles } from '../../../../test/browser/files.ts'
import { createBucket, dock, keysOf, openBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForHeading, openPage, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'

const test = suite('the object browser')
useConsole(test)
useFiles(test)

test('hostile names are listed, opened, downloaded and deleted exactly, without touching other objects', async () => {
  const bucket = await createBucket('hostile')
  for (const key of hostileKeys) await putObject(bucket, key, `content of ${key}`)
  const left = new Set(await keysOf(bucket))
  assert.is(left.size, hostileKeys.length)

  await openBucket(bucket)
  for (const key of hostileKeys) {
    const segments = key.split('/')
    const name = segments.pop() ?? ''
    for (const segment of segments) await row(`${segment}/`).getByRole('link').first().click()
    await row(name).waitFor()
    assert.is((await downloadedText(() => pressInRow(name, 'Download'))).toString(), `content of ${key}`)
    await dock().getByRole('button', { name: 'Close' }).click()
    await pressInRow(name, 'Delete')
    await confirm('Delete')
    await dialog().waitFor({ state: 'detached' })
    await row(name).waitFor({ state: 'detached' })
    left.delete(key)
    assert.equal(await keysOf(bucket), [...left], `after deleting ${JSON.stringify(key)}`)
    if (segments.length)
      await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: bucket, exact: true }).click()
  }
})

test('an object has a page, even with an unusual name', async () => {
  const bucket = await createBucket('detail')
  for (const key of ['..', 'a/../100%?.txt', 'a/b']) await putObject(bucket, key, 'twelve bytes')
  for (const [tail, key] of [
    ['/..~', '..'],
    ['/a/..~/100%25%3F.txt', 'a/../100%?.txt'],
    ['/a/b', 'a/b'],
  ] as const) {
    await goto(`/buckets/${bucket}/browse${tail}`)
    await page.getByText('12 B', { exact: true }).waitFor()
    assert.is(await page.locator('dd').first().textContent(), key)
    assert.equal(await pageFindings(), [])
  }
  assert.is(
    (await downloadedText(() => page.getByRole('button', { name: 'Download' }).click())).toString(),
    'twelve bytes',
  )
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await confirm('Delete')
  await page.waitForURL(`${server.url}/buckets/${bucket}/browse/a/`)
  assert.equal(await keysOf(bucket), ['..', 'a/../100%?.txt'])
})

test('a URL without a trailing slash finds its folder, and an unknown one says so', async () => {
  const bucket = await createBucket('addresses')
  await putObject(bucket, 'docs/readme.md', 'x')
  await goto(`/buckets/${bucket}/browse/docs`)
  await page.waitForURL(`${server.url}/buckets/${bucket}/browse/docs/`)
  await row('readme.md').waitFor()
  await goto(`/buckets/${bucket}/browse/nothing`)
  await page.getByText('There is no object "nothing"').waitFor()
  await goto('/buckets/no-such-bucket/browse')
  await page.getByText('There is no bucket "no-such-bucket"').waitFor()
})

test('a folder of more than one page is paged and deleted completely, without its neighbor', async () => {
  const bucket = await createBucket('paged')
  const names = Array.from({ length: 1300 }, (_, index) => `many/${String(index).padStart(5, '0')}`)
  while (names.length) await Promise.all(names.splice(0, 20).map((name) => putObject(bucket, name, '')))
  await putObject(bucket, 'many-more', 'stays')
  await putObject(bucket, 'many2/stays', 'stays')

  await openBucket(bucket, '/many/')
  await page.getByText('First 1,000 objects loaded. Scroll for more.').waitFor()
  assert.ok((await page.getByRole('row').count()) < 80, 'only what is in view is in the document')
  await page.getByRole('searchbox', { name: 'Search in this folder' }).fill('no such thing')
  await page.getByText('Only the first 1,000 objects are searched.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear search' }).first().click()
  const named = () => page.getByRole('button', { name: 'Name', exact: true }).click()
  await named()
  await named()
  await page.getByText('First 1,000 objects loaded, and only they are sorted. Scroll for more.').waitFor()
  await row('00999').waitFor()
  await named()
  const grid = page.getByRole('grid')
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await page.getByText('1,300 objects').waitFor()
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await row('01299').waitFor()

  await openBucket(bucket)
  await pressInRow('many/', 'Delete')
  await confirmByTyping('many', 'Delete')
  await waitForText(/objects deleted so far/, dialog())
  await waitForMessage('Objects deleted successfully')
  assert.equal(await keysOf(bucket), ['many-more', 'many2/stays'])
})

test("a folder shows its load time, and others' uploads after a reload", async () => {
  const bucket = await createBucket('as-of')
  await putObject(bucket, 'first', 'x')
  await openBucket(bucket)
  await page.getByText(/^As of \d\d:\d\d:\d\d$/).waitFor()
  await putObject(bucket, 'second', 'x')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Every 30 s' }).waitFor()
  await page.getByRole('menuitem', { name: 'Refresh now' }).click()
  await row('second').waitFor()
})

test('a row opens its object beside the folder, and the arrow keys move between objects', async () => {
  const bucket = await createBucket('panel', { versioning: true })
  for (const key of ['a.txt', 'b.txt', 'c.txt', 'deep/d.txt']) await putObject(bucket, key, key)
  await putObject(bucket, 'b.txt', 'another b')
  await openBucket(bucket)
  const panel = (name: string) => page.getByRole('complementary', { name, exact: true })
  await row('b.txt')
    .getByText(/^\d{4}-/)
    .click()
  await panel('b.txt').getByText('2 of 3').waitFor()
  await page.waitForURL(`${server.url}/buckets/${bucket}/browse?open=b.txt`)
  await panel('b.txt').getByText('9 B', { exact: true }).first().waitFor()
  await panel('b.txt').getByRole('heading', { name: 'Versions' }).waitFor()
  await panel('b.txt').getByRole('listitem').nth(1).waitFor()
  assert.is(await panel('b.txt').getByRole('listitem').count(), 2)
  await assertReadable('object-panel')
  // from the row, from the panel, and past the folder between the rows, which has no panel
  await page.keyboard.press('ArrowDown')
  await panel('c.txt').waitFor()
  await panel('c.txt').getByRole('button', { name: 'Previous' }).click()
  await panel('b.txt').waitFor()
  // the pressed button keeps the focus
  await page.keyboard.press('Enter')
  await panel('a.txt').getByText('1 of 3').waitFor()
  assert.is(await panel('a.txt').getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled'), 'true')
  await page.keyboard.press('Escape')
  await panel('a.txt').waitFor({ state: 'detached' })
  await until(() => row('a.txt').evaluate((one) => one === document.activeElement))
  await page.keyboard.press('Space')
  await panel('a.txt').waitFor()
  await panel('a.txt').getByRole('button', { name: 'More for this object' }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await waitForMessage('Object deleted successfully')
  await panel('a.txt').waitFor({ state: 'detached' })
  await goto(`/buckets/${bucket}/browse?open=c.txt`)
  await panel('c.txt').getByRole('link', { name: 'Open its page' }).click()
  await waitForHeading('c.txt')
  await inTab({ width: 390 }, async () => {
    await goto(`/buckets/${bucket}/browse?open=c.txt`)
    await assertReadable('object-panel-narrow')
    await panel('c.txt').getByRole('button', { name: 'Back' }).click()
    await page.getByRole('row').filter({ hasText: 'c.txt' }).waitFor()
  })
})

test('a selection is downloaded as one file, and deleted with its folders', async () => {
  const bucket = await createBucket('choice')
  for (const key of ['a', 'b', 'c', 'd/1', 'd/2']) await putObject(bucket, key, 'x')
  await openBucket(bucket)
  for (const name of ['a', 'b', 'd/']) await row(name).getByRole('checkbox').click()
  await page.getByText('3 selected').waitFor()
  const file = await downloadedText(() => page.getByRole('button', { name: 'Download', exact: true }).first().click())
  for (const name of ['a', 'b', 'd/1', 'd/2']) assert.ok(file.includes(name), `the zip has no ${name}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await dialog().getByText('This deletes 2 objects and 1 folder, with everything in the folders.').waitFor()
  await confirmByTyping(bucket, 'Delete')
  await waitForMessage('Objects deleted successfully')
  assert.equal(await keysOf(bucket), ['c'])
  assert.is(await page.getByText(/\d selected/).count(), 0)
})

test('objects that the server refuses to delete are listed with the reason, and the rest is deleted', async () => {
  const bucket = await createBucket('refused')
  for (const key of ['go-1', 'go-2', 'keep-1', 'keep/1']) await putObject(bucket, key, 'x')
  await createPolicy('keeper', allow(['s3:*'], ['*']), {
    ...allow(['s3:DeleteObject'], [`${bucket}/keep*`]),
    Effect: 'Deny',
  })
  await inTab({ pair: await createUser('keeper', { policies: ['keeper'] }) }, async () => {
    await openBucket(bucket)
    await page.getByRole('checkbox', { name: 'Select keep-1' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
    await confirmByTyping(bucket, 'Delete')
    await dialog().getByText('2 objects could not be deleted').waitFor()
    assert.equal(await dialog().getByRole('listitem').locator('span:first-child').allTextContents(), [
      'keep-1',
      'keep/',
    ])
    await screenshot(page, 'objects-refused')
    await dialog().getByRole('button', { name: 'Close' }).last().click()
  })
  assert.equal(await keysOf(bucket), ['keep-1', 'keep/1'])
})

test('a new folder opens immediately and is created with its first object', async () => {
  const bucket = await createBucket('paths')
  await openBucket(bucket)
  await page.getByRole('button', { name: 'New Path' }).click()
  await dialog().getByText('Choose or create a new path', { exact: true }).waitFor()
  assert.is(await dialog().getByRole('button', { name: 'Open Path' }).getAttribute('aria-disabled'), 'true')
  await page.keyboard.type('reports/50% done')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/buckets/${bucket}/browse/reports/50%25%20done/`)
  // an empty folder shows Upload in its middle
  await page.getByText('There are no objects yet.').waitFor()
  writeFileSync(join(filesFolder, 'first.txt'), '1')
  await chooseFiles([join(filesFolder, 'first.txt')])
  await row('first.txt').waitFor()
  assert.equal(await keysOf(bucket), ['reports/50% done/first.txt'])
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'reports' }).click()
  await row('50% done/').waitFor()
  await page.goBack()
  await row('first.txt').waitFor()
})

test('search and sort order are in the URL, and folders stay first', async () => {
  const bucket = await createBucket('sorted')
  for (const [key, size] of [
    ['b.txt', 10],
    ['a.txt', 30],
    ['c.log', 20],
    ['zoo/x', 1],
  ] as const)
    await putObject(bucket, key, new Uint8Array(size))
  const names = async () =>
    (await page.locator('[role=row][data-index] [role=rowheader]').allTextContents()).map((name) => name.trim())
  await openBucket(bucket)
  await row('zoo/').waitFor()
  assert.equal(await names(), ['zoo/', 'a.txt', 'b.txt', 'c.log'])
  await page.getByRole('button', { name: 'Size' }).click()
  await page.getByRole('searchbox', { name: 'Search in this folder' }).fill('.txt')
  await row('zoo/').waitFor({ state: 'detached' })
  assert.equal(await names(), ['a.txt', 'b.txt'])
  assert.is(new URL(page.url()).search, '?sort=-size&search=.txt')
  await page.reload()
  await row('a.txt').waitFor()
  assert.equal(await names(), ['a.txt', 'b.txt'])
})

test("a folder's own marker is a row like others, and is deleted alone", async () => {
  const bucket = await createBucket('markers')
  for (const key of ['docs/', 'docs/readme.md']) await putObject(bucket, key, '')
  await openBucket(bucket, '/docs/')
  await row('readme.md').waitFor()
  await pressInRow('docs/', 'Delete')
  await dialog().getByText('This deletes docs/.').waitFor()
  await confirm('Delete')
  // an open dialog hides the rows too
  await dialog().waitFor({ state: 'detached' })
  await row('docs/').waitFor({ state: 'detached' })
  assert.equal(await keysOf(bucket), ['docs/readme.md'])
})

test('a slow folder says so after three seconds, and differently after six', async () => {
  const bucket = await createBucket('slow')
  await putObject(bucket, 'at-last', '')
  await inTab({}, async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.clock.install()
    await page.route('**/objects?*', async (route) => {
      await held
      await route.continue()
    })
    const listRequest = page.waitForRequest('**/objects?*')
    await openBucket(bucket)
    await listRequest
    const words = page.getByRole('main').getByRole('status')
    await page.clock.runFor(3000)
    await words.getByText('Still loading. A large folder takes a moment.').waitFor()
    await page.clock.runFor(3000)
    await words.getByText('This takes longer than usual. The storage may be busy.').waitFor()
    answer()
    await row('at-last').waitFor()
  })
})

test('an account that may not list a bucket sees the missing permission', async () => {
  const bucket = await createBucket('secret')
  await inTab({ pair: await createUser('writer', { policies: ['writeonly'] }) }, async () => {
    await goto(`/buckets/${bucket}/browse`)
    await page.getByText('You cannot see these objects').waitFor()
    await page.locator('code', { hasText: /^s3:ListBucket$/ }).waitFor()
  })
})

test('a phone shows the same folder, with the selection bar at the bottom', async () => {
  const bucket = await createBucket('phone')
  for (const key of ['imagenet/2026-11/a.tar', 'imagenet/2026-11/b.tar', 'imagenet/2026-11/val/x'])
    await putObject(bucket, key, 'xyz')
  await inTab({ width: 390, height: 844 }, async () => {
    await openPage(`/buckets/${bucket}/browse/imagenet/2026-11/`, '2026-11')
    for (const name of ['a.tar', 'b.tar']) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await page.getByText('2 selected, 6 B').waitFor()
    await assertReadable('objects-390')
    const remove = page.getByRole('button', { name: 'Delete', exact: true })
    const others = page.getByRole('button', { name: 'Clear selection' })
    const colour = (element: Element) => getComputedStyle(element).color
    assert.is.not(await remove.evaluate(colour), await others.evaluate(colour), 'what deletes stands out')
    await remove.click()
    await confirm('Delete')
    await page.getByText('Objects deleted successfully').waitFor()
  })
  assert.equal(await keysOf(bucket), ['imagenet/2026-11/val/x'])
})

for (const theme of testedThemes)
  test(`the folder, its dialog and the dock are readable in ${theme}, wide and narrow`, async () => {
    const bucket = await createBucket(`look-${theme}`)
    for (const key of ['report.pdf', 'data.csv', 'folder/x']) await putObject(bucket, key, 'some bytes')
    for (const width of [1280, 390])
      await inTab({ width, height: 844, theme }, async () => {
        const small = [{ name: `upload-${width}.json`, mimeType: 'application/json', buffer: Buffer.from('{}') }]
        await openBucket(bucket)
        await page.getByRole('checkbox', { name: 'Select data.csv' }).click()
        await page.getByLabel('Files to upload').setInputFiles(small)
        await page.getByText('2 B · Uploaded').waitFor()
        await assertReadable(`objects-dock-${theme}-${width}`)
        await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
        await assertReadable(`objects-delete-${theme}-${width}`)
      })
  })
