import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { screenshot } from '../../../../test/lib/browser.ts'
import { coveredFocus } from '../../../../test/lib/layout-findings.ts'
import { hostileKeys } from '../keys.ts'
import { pageFindings } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../../test/browser/console.ts'
import { row, pressInRow } from '../../../../test/browser/elements.ts'
import { chooseFiles, downloadedText, filesFolder, useFiles } from '../../../../test/browser/files.ts'
import { createBucket, dock, keysOf, loadBucket, putObject, limitUploadRate } from '../../../../test/browser/objects.ts'
import { pressInDialog } from '../../../../test/browser/dialogs.ts'
import { goto, submitSignIn, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'

const test = suite('uploads and downloads')
useConsole(test)
useFiles(test)

test('several files are uploaded together and read back byte for byte', async () => {
  const bucket = await createBucket('several')
  const contents: Record<string, Buffer> = {
    'notes.txt': Buffer.from('hello\n'),
    'empty.dat': Buffer.alloc(0),
    'random.bin': Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7919) % 251)),
  }
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(filesFolder, name), content)

  await loadBucket(bucket)
  await page.getByText('There are no objects yet.').waitFor()
  assert.equal(await pageFindings(), [])
  await chooseFiles(Object.keys(contents).map((name) => join(filesFolder, name)))
  await waitForMessage('Object(s) uploaded successfully')
  await row('random.bin').waitFor()
  await screenshot(page, 'objects-uploaded')
  assert.equal(await pageFindings(), [])

  assert.equal(await keysOf(bucket), ['empty.dat', 'notes.txt', 'random.bin'])
  for (const [name, content] of Object.entries(contents))
    assert.ok((await downloadedText(() => pressInRow(name, 'Download'))).equals(content), `${name} came back changed`)
})

test('the list of transfers collapses some time after the last upload, and opens again', async () => {
  const bucket = await createBucket('folds')
  await loadBucket(bucket)
  await page
    .getByLabel('Files to upload')
    .setInputFiles([{ name: 'a', mimeType: 'text/plain', buffer: Buffer.from('a') }])
  await row('a').waitFor()
  await page.mouse.move(5, 5)
  await dock().getByRole('listitem').first().waitFor({ state: 'detached' })
  await waitForMessage('Object(s) uploaded successfully')
  await dock().getByRole('button', { name: 'Show transfers' }).click()
  await dock().getByText('1 B · Uploaded').waitFor()
})

test('the list of transfers covers neither the last row nor the footer of a folder', async () => {
  const bucket = await createBucket('covered')
  const many = Array.from({ length: 40 }, (_, index) => `file-${String(index).padStart(2, '0')}.txt`)
  await loadBucket(bucket)
  await page
    .getByLabel('Files to upload')
    .setInputFiles(many.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
  await page.getByText('40 objects').first().waitFor()
  await dock().hover()
  await row('file-00.txt').focus()
  await page.keyboard.press('End')
  await row('file-39.txt').waitFor()
  const [visible, last, foot] = await Promise.all(
    [dock(), row('file-39.txt'), page.getByText('40 objects').first()].map((one) => one.boundingBox()),
  )
  const bottomOf = (box: typeof last) => (box ? box.y + box.height : Infinity)
  assert.ok(visible && bottomOf(last) <= visible.y, 'the last row')
  assert.ok(visible && bottomOf(foot) <= visible.y, 'the foot')
  await screenshot(page, 'objects-dock')
})

test('the list of transfers does not cover the focus in the panel of an object', async () => {
  const bucket = await createBucket('covered-panel', { versioning: true })
  await loadBucket(bucket)
  writeFileSync(join(filesFolder, 'a'), 'a')
  await chooseFiles([join(filesFolder, 'a')])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await goto(`/buckets/${bucket}/browse?open=a`)
    await page.getByRole('button', { name: 'Copy ETag' }).waitFor()
    await page.getByRole('heading', { name: 'Versions' }).waitFor()
    await dock().hover()
    assert.equal(await page.evaluate(coveredFocus), [])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('the first stored file is listed while others are still being uploaded', async () => {
  const bucket = await createBucket('first-stored')
  writeFileSync(join(filesFolder, 'first.txt'), 'first')
  writeFileSync(join(filesFolder, 'second.bin'), Buffer.alloc(20_000_000))
  await loadBucket(bucket)
  await limitUploadRate(500_000)
  await chooseFiles(['first.txt', 'second.bin'].map((name) => join(filesFolder, name)))
  await row('first.txt').waitFor()
  await waitForText(/ of 19.1 MiB/, dock())
  await dock().getByRole('button', { name: 'Cancel second.bin' }).click()
  await limitUploadRate(0)
})

test('a file whose name is being uploaded is kept under another name, or replaces that upload', async () => {
  const bucket = await createBucket('name-in-use')
  const file = join(filesFolder, 'same.bin')
  writeFileSync(file, Buffer.alloc(20_000_000))
  const cancelOf = (name: string) => dock().getByRole('button', { name: `Cancel ${name}` })
  await loadBucket(bucket)
  await limitUploadRate(200_000)
  await chooseFiles([file])
  await cancelOf('same.bin').waitFor()
  await chooseFiles([file])
  await pressInDialog('Keep Both')
  await cancelOf('same (1).bin').waitFor()
  await chooseFiles([file])
  await pressInDialog('Keep Both')
  await cancelOf('same (2).bin').waitFor()
  await chooseFiles([file])
  await pressInDialog('Replace')
  await dock().getByText('Cancelled').waitFor()
  for (const name of ['same.bin', 'same (1).bin', 'same (2).bin']) await cancelOf(name).click()
  await limitUploadRate(0)
  assert.equal(await keysOf(bucket), [])
})

test('files chosen while the folder is loading are uploaded', async () => {
  const bucket = await createBucket('chosen-early')
  writeFileSync(join(filesFolder, 'early.txt'), 'early')
  let go = () => {}
  const listed = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/objects?*', async (route) => {
    await listed
    await route.continue()
  })
  await loadBucket(bucket)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const [window] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Upload File' }).click(),
  ])
  go()
  await page.getByText('There are no objects yet.').waitFor()
  await window.setFiles(join(filesFolder, 'early.txt'))
  await row('early.txt').waitFor()
  await page.unroute('**/objects?*')
})

test('a folder is uploaded with its contents, from the menu and by drag and drop', async () => {
  const bucket = await createBucket('folders')
  mkdirSync(join(filesFolder, 'site/img/deep'), { recursive: true })
  writeFileSync(join(filesFolder, 'site/index.html'), '<h1>')
  writeFileSync(join(filesFolder, 'site/img/a b%.svg'), '<svg/>')
  writeFileSync(join(filesFolder, 'site/img/deep/ü.txt'), 'deep')
  const expected = (prefix: string) =>
    ['img/a b%.svg', 'img/deep/ü.txt', 'index.html'].map((path) => `${prefix}site/${path}`)

  await loadBucket(bucket)
  await page.getByLabel('Folder to upload').setInputFiles(join(filesFolder, 'site'))
  await row('site/').waitFor()
  const done = dock().getByRole('listitem').filter({ hasText: 'site/' }).getByText('3 files · 14 B · Uploaded')
  await done.waitFor()
  assert.is(await dock().getByRole('listitem').filter({ hasText: 'index.html' }).count(), 0)
  await until(async () => (await keysOf(bucket)).length === 3)
  assert.equal(await keysOf(bucket), expected(''))

  await loadBucket(bucket, '/dropped/')
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') => ({
    type,
    x: 700,
    y: 400,
    data: { items: [], files: [join(filesFolder, 'site')], dragOperationsMask: 1 },
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchDragEvent', drag('dragEnter'))
  await session.send('Input.dispatchDragEvent', drag('dragOver'))
  await page.getByText('Drop to upload to folders/dropped/').waitFor()
  await session.send('Input.dispatchDragEvent', drag('drop'))
  await row('site/').waitFor()
  await until(async () => (await keysOf(bucket)).length === 6)
  assert.equal(await keysOf(bucket), [...expected('dropped/'), ...expected('')])
})

test('chosen files of the same name are all stored, and a dropped empty folder is created', async () => {
  const bucket = await createBucket('same-name')
  await loadBucket(bucket)
  const file = (text: string) => ({ name: 'same.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.getByLabel('Files to upload').setInputFiles([file('one'), file('two')])
  await row('same (1).txt').waitFor()
  assert.equal(await keysOf(bucket), ['same (1).txt', 'same.txt'])

  mkdirSync(join(filesFolder, 'nothing/in here'), { recursive: true })
  const data = { items: [], files: [join(filesFolder, 'nothing')], dragOperationsMask: 1 }
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data })
  await row('nothing/').waitFor()
  assert.ok((await keysOf(bucket)).includes('nothing/in here/'))
})

test('files with hostile names are uploaded under exactly these names', async () => {
  const bucket = await createBucket('hostile-files')
  const names = hostileKeys.filter((key) => !key.includes('/'))
  await loadBucket(bucket)
  await page
    .getByLabel('Files to upload')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
  await waitForMessage('Object(s) uploaded successfully')
  assert.equal((await keysOf(bucket)).sort(), [...names].sort())
})

test('a canceled upload leaves nothing behind', async () => {
  const bucket = await createBucket('cancelled')
  writeFileSync(join(filesFolder, 'big.bin'), Buffer.alloc(20_000_000))
  await loadBucket(bucket)
  await limitUploadRate(500_000)
  await chooseFiles([join(filesFolder, 'big.bin')])
  await waitForText(/ of 19.1 MiB · .*\/s · .* left/, dock())
  await screenshot(page, 'objects-uploading')
  assert.equal(await pageFindings(), [])
  await dock().getByRole('button', { name: 'Cancel big.bin' }).click()
  await dock().getByText('Cancelled').waitFor()
  await limitUploadRate(0)
  assert.equal(await keysOf(bucket), [])
  await dock().getByRole('button', { name: 'Close' }).click()
  await dock().waitFor({ state: 'detached' })
})

test('an upload continues across pages, and leaving the console asks for confirmation', async () => {
  const bucket = await createBucket('moving')
  writeFileSync(join(filesFolder, 'slow.bin'), Buffer.alloc(2_000_000))
  await loadBucket(bucket)
  await limitUploadRate(700_000)
  await chooseFiles([join(filesFolder, 'slow.bin')])
  await waitForText(/ of 1.9 MiB/, dock())
  await page.getByRole('link', { name: 'Buckets' }).first().click()
  await page.getByRole('heading', { name: 'Buckets', level: 1 }).waitFor()
  await waitForText(/ of 1.9 MiB/, dock())

  const dialog = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await dialog
  assert.is(question.type(), 'beforeunload')
  await question.dismiss()

  await dock().getByText('1.9 MiB · Uploaded').waitFor()
  await limitUploadRate(0)
  assert.equal(await keysOf(bucket), ['slow.bin'])
})

test('signing out stops running uploads, and the next account does not see them', async () => {
  const bucket = await createBucket('leaving')
  writeFileSync(join(filesFolder, 'endless.bin'), Buffer.alloc(20_000_000))
  await inTab({}, async () => {
    await loadBucket(bucket)
    await limitUploadRate(200_000)
    await chooseFiles([join(filesFolder, 'endless.bin')])
    await waitForText(/ of 19.1 MiB/, dock())
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(`${server.url}/login`)
    await limitUploadRate(0)
    await submitSignIn(server.root)
    await page.waitForURL((address) => !address.pathname.endsWith('/login'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.is(await dock().count(), 0)
    assert.equal(await keysOf(bucket), [])
  })
})

test('a full bucket is reported in the dock, and the upload can be retried', async () => {
  const bucket = await createBucket('full', { quota: { enabled: true, quota_type: 'hard', amount: 1_000_000 } })
  await putObject(bucket, 'there-already', new Uint8Array(600_000))
  writeFileSync(join(filesFolder, 'too-much.bin'), Buffer.alloc(500_000))
  writeFileSync(join(filesFolder, 'small.bin'), Buffer.alloc(1000))
  await loadBucket(bucket)
  await chooseFiles([join(filesFolder, 'too-much.bin'), join(filesFolder, 'small.bin')])
  await dock().getByText(/quota/i).waitFor()
  await page.getByRole('alert').getByText('An error occurred while uploading the file(s).').waitFor()
  await screenshot(page, 'objects-quota')
  assert.equal(await pageFindings(), [])
  assert.equal(await keysOf(bucket), ['small.bin', 'there-already'])

  await root('DELETE', `/api/v1/buckets/${bucket}/objects?path=there-already`)
  await dock().getByRole('button', { name: 'Retry too-much.bin' }).click()
  await row('too-much.bin').waitFor()
  assert.equal(await keysOf(bucket), ['small.bin', 'too-much.bin'])
})

test('a large download is announced', async () => {
  const bucket = await createBucket('large')
  await putObject(bucket, 'exactly', new Uint8Array(104_857_600))
  await putObject(bucket, 'above', new Uint8Array(104_857_601))
  await loadBucket(bucket)
  const started = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), pressInRow(name, 'Download')])
    await download.cancel()
  }
  const notice = page.getByText('Download process started, it may take a few moments to complete.')
  await started('exactly')
  assert.is(await notice.count(), 0)
  await started('above')
  await notice.waitFor()
})
