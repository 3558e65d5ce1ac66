import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright-core'
import { assert } from '../../../../test/lib/suite.ts'
import { listZip } from '../../pages/preview/archive.ts'
import { pageFindings, assertReadable } from '../../../../test/browser/accessibility.ts'
import { page, root, server } from '../../../../test/browser/console.ts'
import { dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row, pressInRow } from '../../../../test/browser/elements.ts'
import { chooseFiles, downloadedText, filesFolder, useFiles } from '../../../../test/browser/files.ts'
import { createBucket, dock, keysOf, loadBucket, putObject } from '../../../../test/browser/objects.ts'
import { submitSignIn, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'

const MiB = 1024 * 1024

/** Five parts, which is more than are uploaded in parallel; the last one has one byte. */
const content = Buffer.concat([...Array.from({ length: 64 }, () => randomBytes(MiB)), Buffer.from('!')])

const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')

const stored = async (bucket: string, key: string) => {
  const address = `${server.url}/api/v1/buckets/${bucket}/objects/download?prefix=${key}`
  return hash(await (await page.request.get(address)).body())
}

/** The part number that a request uploads; undefined for any other request. */
const numberOf = (request: Request) => {
  const { pathname, searchParams } = new URL(request.url())
  return request.method() === 'POST' && pathname.endsWith('/uploads/parts')
    ? Number(searchParams.get('number'))
    : undefined
}

/** Records the numbers of the parts that the tab sends, when they begin and when the response arrives. */
const watchParts = () => {
  const parts = { begun: [] as number[], done: [] as number[] }
  const note = (numbers: number[]) => (request: Request) => {
    const number = numberOf(request)
    if (number !== undefined) numbers.push(number)
  }
  const [begin, finish] = [note(parts.begun), note(parts.done)]
  page.on('request', begin)
  page.on('requestfinished', finish)
  const stop = () => {
    page.off('request', begin)
    page.off('requestfinished', finish)
  }
  return { ...parts, stop }
}

/**
 * Delays all parts but the first ones until the returned function is called or the page is loaded again. The page
 * delays them: a request that Playwright intercepts is copied to this process with its body, 16 MiB a part.
 */
const delayParts = async (first: number) => {
  await page.evaluate((most) => {
    const { open, send, abort } = XMLHttpRequest.prototype
    const unsent = new Map<XMLHttpRequest, Parameters<typeof send>[0]>()
    const waiting = new WeakSet<XMLHttpRequest>()
    Object.assign(XMLHttpRequest.prototype, {
      open(this: XMLHttpRequest, method: string, url: string) {
        const { pathname, searchParams } = new URL(url, location.href)
        if (pathname.endsWith('/uploads/parts') && Number(searchParams.get('number')) > most) waiting.add(this)
        open.call(this, method, url, true)
      },
      send(this: XMLHttpRequest, body: Parameters<typeof send>[0]) {
        if (waiting.has(this)) unsent.set(this, body)
        else send.call(this, body)
      },
      abort(this: XMLHttpRequest) {
        abort.call(this)
        // a request that was not sent reports no abort
        if (unsent.delete(this)) for (const type of ['abort', 'loadend']) this.dispatchEvent(new ProgressEvent(type))
      },
    })
    const sendHeldParts = () => {
      Object.assign(XMLHttpRequest.prototype, { open, send, abort })
      for (const [request, body] of unsent) send.call(request, body)
    }
    Object.assign(window, { sendHeldParts })
  }, first)
  return () => page.evaluate(() => (window as unknown as { sendHeldParts?: () => void }).sendHeldParts?.())
}

/** Delays downloads of the tab after their first bytes until the returned function is called. */
const delayDownloads = async () => {
  await page.evaluate(() => {
    const originalFetch = window.fetch
    let go = () => {}
    const open = new Promise<void>((resolve) => (go = resolve))
    Object.assign(window, { release: go })
    window.fetch = async (...input) => {
      const response = await originalFetch(...input)
      if (!String(input[0]).includes('/objects/download') || !response.body) return response
      let seen = 0
      const gate = new TransformStream<Uint8Array, Uint8Array>({
        transform: async (chunk, controller) => {
          if (seen > 0) await open
          seen += chunk.length
          controller.enqueue(chunk)
        },
      })
      return new Response(response.body.pipeThrough(gate), response)
    }
  })
  return () => page.evaluate(() => (window as unknown as { release: () => void }).release())
}

onEveryEngine('resumed transfers', (test, engine, once) => {
  useFiles(test)

  test('a large upload is paused and resumed, survives a reload and the end of the session, and sends only missing parts', async () => {
    const bucket = await createBucket('survives')
    writeFileSync(join(filesFolder, 'large.bin'), content)
    mkdirSync(join(filesFolder, 'other'), { recursive: true })
    writeFileSync(join(filesFolder, 'other/large.bin'), Buffer.alloc(content.length))
    await loadBucket(bucket)
    const release = await delayParts(2)
    const first = watchParts()
    await chooseFiles([join(filesFolder, 'large.bin')])
    await until(async () => first.done.length === 2)
    await dock().getByRole('button', { name: 'Pause large.bin' }).click()
    await dock().getByText('Paused · 32.0 MiB of 64.0 MiB').waitFor()
    assert.equal(await pageFindings(), [])
    await dock().getByRole('button', { name: 'Resume large.bin' }).click()
    await waitForText(/^32.0 MiB of 64.0 MiB/, dock())
    await dock().getByRole('button', { name: 'Pause large.bin' }).click()
    await waitForText(/^Paused · /, dock())
    first.stop()
    assert.equal(await keysOf(bucket), [])

    page.once('dialog', (question) => void question.accept())
    await page.context().clearCookies()
    await page.reload()
    await submitSignIn(server.root)
    await dock().getByText('Interrupted at 32.0 MiB of 64.0 MiB. Choose the file again to resume.').waitFor()
    assert.equal(await pageFindings(), [])
    await page.setViewportSize({ width: 390, height: 844 })
    await assertReadable(`transfers-unfinished-390-${engine}`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await release()
    const picked = dock().getByLabel('File of large.bin')
    await picked.setInputFiles(join(filesFolder, 'other/large.bin'))
    await dock().getByText('This is a different file: its content is different.').waitFor()
    const second = watchParts()
    await picked.setInputFiles(join(filesFolder, 'large.bin'))
    await row('large.bin').waitFor()
    await dock().getByText('64.0 MiB · Uploaded').waitFor()
    second.stop()
    for (const number of first.done) assert.not.ok(second.begun.includes(number), `part ${number} was sent twice`)
    assert.equal([...new Set([...first.done, ...second.done])].sort(), [1, 2, 3, 4, 5])
    assert.is(await stored(bucket, 'large.bin'), hash(content))
  })

  once('a large upload resumes once the network is back, and an aborted one leaves nothing', async () => {
    const bucket = await createBucket('offline')
    writeFileSync(join(filesFolder, 'through.bin'), content)
    await loadBucket(bucket)
    const away = /\/readyz|\/uploads\/parts\?.*number=[2-5]/
    const parts = watchParts()
    await page.route(away, (route) => route.abort('internetdisconnected'))
    await chooseFiles([join(filesFolder, 'through.bin')])
    await button('Try now').waitFor()
    await until(async () => parts.done.includes(1))
    await page.unroute(away)
    await button('Try now').click()
    await row('through.bin').waitFor()
    parts.stop()
    assert.is(parts.done.filter((number) => number === 1).length, 1)
    assert.is(await stored(bucket, 'through.bin'), hash(content))

    writeFileSync(join(filesFolder, 'dropped.bin'), content)
    const release = await delayParts(1)
    const more = watchParts()
    await chooseFiles([join(filesFolder, 'dropped.bin')])
    await until(async () => more.done.length === 1)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Incomplete Uploads' }).click()
    await dialog().getByRole('row').filter({ hasText: 'dropped.bin' }).waitFor()
    assert.equal(await pageFindings(), [])
    await pressInDialog('Done')
    await dock().getByRole('button', { name: 'Cancel dropped.bin' }).click()
    more.stop()
    await release()
    const left = async () =>
      (await root('GET', `/api/v1/buckets/${bucket}/uploads?prefix=dropped.bin`)).json as { uploads: unknown[] }
    await until(async () => (await left()).uploads.length === 0)
    await page.reload()
    await row('through.bin').waitFor()
    assert.is(await dock().count(), 0)
  })

  once('an upload resumed with a changed file stores the changed file, and sends only differing parts', async () => {
    const bucket = await createBucket('changed')
    const path = join(filesFolder, 'disk.img')
    writeFileSync(path, content)
    await loadBucket(bucket)
    const release = await delayParts(3)
    const first = watchParts()
    await chooseFiles([path])
    await until(async () => first.done.length === 3)
    await dock().getByRole('button', { name: 'Pause disk.img' }).click()
    await waitForText(/^Paused · /, dock())
    first.stop()
    await page.reload()
    await dock().getByText('Interrupted at 48.0 MiB of 64.0 MiB. Choose the file again to resume.').waitFor()
    await release()

    const changed = Buffer.from(content)
    changed[20 * MiB] = changed[20 * MiB]! ^ 1
    writeFileSync(path, changed)
    const second = watchParts()
    await dock().getByLabel('File of disk.img').setInputFiles(path)
    await dock().getByText('64.0 MiB · Uploaded').waitFor()
    second.stop()
    assert.equal([...second.begun].sort(), [2, 4, 5])
    assert.is(await stored(bucket, 'disk.img'), hash(changed))
  })

  once('two tabs that upload one file, changed in between, store one of the two contents as a whole', async () => {
    const bucket = await createBucket('two-tabs')
    const path = join(filesFolder, 'twice.bin')
    const other = Buffer.from(content)
    for (let at = 0; at < other.length; at += 8 * MiB) other[at] = other[at]! ^ 1
    writeFileSync(path, content)
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    await loadBucket(bucket)
    const release = await delayParts(1)
    const parts = watchParts()
    await chooseFiles([path])
    await until(async () => parts.done.length === 1)
    parts.stop()
    // a duplicated tab has the session storage of the first one
    const [second] = await Promise.all([page.context().waitForEvent('page'), page.evaluate(() => void window.open(''))])
    await second.goto(page.url())
    await second.getByRole('button', { name: /^Upload( File)?$/ }).waitFor()
    const changed = join(filesFolder, 'other', 'twice.bin')
    mkdirSync(join(filesFolder, 'other'), { recursive: true })
    writeFileSync(changed, other)
    utimesSync(changed, 1_700_000_000, 1_700_000_000)
    await second.getByLabel('Files to upload').setInputFiles(changed)
    await second.getByText('64.0 MiB · Uploaded').waitFor()
    assert.is(await stored(bucket, 'twice.bin'), hash(other))
    await release()
    await dock().getByText('64.0 MiB · Uploaded').waitFor()
    assert.is(await stored(bucket, 'twice.bin'), hash(content))
    await second.close()
  })

  once(
    'a download is paused and resumed, compressed ones too, and folders and selections are downloaded as one zip',
    async () => {
      const bucket = await createBucket('fetched')
      const data = content.subarray(0, 12 * MiB)
      await putObject(bucket, 'folder/data.bin', new Uint8Array(data))
      await putObject(bucket, 'folder/deep/ü.txt', 'deep')
      await putObject(bucket, 'alone.txt', 'alone')
      await loadBucket(bucket, '/folder/')
      const release = await delayDownloads()
      const ranges: string[] = []
      const watch = (request: Request) => {
        const { range } = request.headers()
        if (range && request.url().includes('data.bin')) ranges.push(range)
      }
      page.on('request', watch)
      const saved = downloadedText(async () => {
        await pressInRow('data.bin', 'Download')
        await waitForText(/^[1-9].* of 12.0 MiB/, dock())
        await dock().getByRole('button', { name: 'Pause data.bin' }).click()
        await waitForText(/^Paused · /, dock())
        await release()
        await dock().getByRole('button', { name: 'Resume data.bin' }).click()
      })
      assert.ok((await saved).equals(data))
      page.off('request', watch)
      assert.ok(
        ranges.some((range) => /^bytes=[1-9]\d*-$/.test(range)),
        ranges.join(),
      )
      await dock().getByText('12.0 MiB · Downloaded').waitFor()

      const packed = gzipSync(data)
      await putObject(bucket, 'packed/data.log', new Uint8Array(packed))
      await putObject(bucket, 'packed/two.log', new Uint8Array(Buffer.concat([gzipSync('one'), gzipSync('two')])))
      await putObject(bucket, 'packed/plain.log', 'not compressed')
      for (const key of ['data', 'two', 'plain'])
        await root('PUT', `/api/v1/buckets/${bucket}/objects/metadata?prefix=packed/${key}.log`, {
          content_encoding: 'gzip',
        })
      await loadBucket(bucket, '/packed/')
      const releaseUnpacked = await delayDownloads()
      const unpacked = downloadedText(async () => {
        await pressInRow('data.log', 'Download')
        await waitForText(/^[1-9].* of 12.0 MiB/, dock())
        await dock().getByRole('button', { name: 'Pause data.log' }).click()
        await releaseUnpacked()
        await dock().getByRole('button', { name: 'Resume data.log' }).click()
      })
      assert.ok((await unpacked).equals(data))
      assert.ok(
        (await downloadedText(() => pressInRow('two.log', 'Download'))).equals(
          Buffer.concat([gzipSync('one'), gzipSync('two')]),
        ),
      )
      await waitForMessage(
        'This browser could not decompress two.log (gzip). The stored file was saved unchanged: two.log.gz',
      )
      assert.is(String(await downloadedText(() => pressInRow('plain.log', 'Download'))), 'not compressed')
      await waitForMessage(
        'plain.log is not compressed, although its Content-Encoding is gzip. The stored file was saved unchanged.',
      )

      await loadBucket(bucket)
      const names = async (zip: Buffer) =>
        (await listZip(async (start, end) => new Uint8Array(zip.subarray(start, end)), zip.length)).entries.map(
          ({ name, size }) => [name, size],
        )
      const folder = await downloadedText(() => pressInRow('folder/', 'Download as Zip'))
      assert.equal(await names(folder), [
        ['data.bin', data.length],
        ['deep/ü.txt', 4],
      ])
      assert.ok(folder.includes(data.subarray(0, 1000)))
      for (const name of ['folder/', 'alone.txt']) await page.getByRole('checkbox', { name: new RegExp(name) }).check()
      const both = await downloadedText(() =>
        page.getByRole('button', { name: 'Download', exact: true }).first().click(),
      )
      assert.equal((await names(both)).map(([name]) => name).sort(), [
        'alone.txt',
        'folder/data.bin',
        'folder/deep/ü.txt',
      ])
    },
  )

  once('selecting 10,000 files leaves the page usable', async () => {
    const bucket = await createBucket('many')
    await loadBucket(bucket)
    await page.getByLabel('Files to upload').evaluate((input: HTMLInputElement) => {
      // Chromium reads all files again for each file that is added to a DataTransfer
      const value = Array.from({ length: 10_000 }, (_, at) => new File(['x'], `file-${at}`))
      Object.defineProperty(input, 'files', { value, configurable: true })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    const inSight = () => dock().getByRole('listitem').count()
    await until(async () => (await inSight()) > 3)
    assert.ok((await inSight()) < 50, 'only those in sight are drawn')
    await dock().getByRole('button', { name: 'Pause all' }).click()
    await dock().getByRole('group', { name: 'Transfers' }).focus()
    await page.keyboard.press('End')
    await dock().locator('[aria-posinset="10000"]').waitFor()
    assert.equal(await pageFindings(), [])
    await dock().getByRole('button', { name: 'Cancel transfers and close' }).click()
    await pressInDialog('Cancel Transfers')
    await dock().waitFor({ state: 'detached' })
  })
})
