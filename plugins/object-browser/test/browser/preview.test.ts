import { crc32 } from 'node:zlib'
import { assert } from '../../../../test/lib/suite.ts'
import { pageFindings, assertReadable } from '../../../../test/browser/accessibility.ts'
import { browser, inTab, page, root, server } from '../../../../test/browser/console.ts'
import { dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row, pressInRow } from '../../../../test/browser/elements.ts'
import { createBucket, openBucket } from '../../../../test/browser/objects.ts'
import { goto } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { suiteOn } from '../../../../test/browser/engines.ts'
import { pdfOf, picturePdf } from './pdf.ts'

const enc = encodeURIComponent

/** Stores an object with the given content type. */
const put = async (bucket: string, key: string, content: string | Uint8Array<ArrayBuffer>, type: string) => {
  const body = new FormData()
  const blob = new Blob([content], { type })
  body.append(String(blob.size), blob, 'file')
  const response = await root('POST', `/api/v1/buckets/${bucket}/objects/upload?key=${enc(key)}`, body)
  assert.is(response.status, 200, response.text)
}

/** A script in an object, which requests an address that no other code requests. */
const attack = (name: string) =>
  `new Image().src='/pwned?${name}';fetch('/pwned?${name}');try{top.document.title='pwned'}catch{};alert(1)`

const pdf = (script: string) =>
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);${script.replace(/[()\\]/g, '\\$&')})>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>`

/** Files that run scripts where a browser displays them, each with its content type. */
const hostile: Readonly<Record<string, { type: string; make: (script: string) => string }>> = {
  html: {
    type: 'text/html',
    make: (script) => `<!doctype html><script>${script}</script><img src=x onerror="${script}">`,
  },
  svg: {
    type: 'image/svg+xml',
    make: (script) => `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`,
  },
  xhtml: {
    type: 'application/xhtml+xml',
    make: (script) => `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${script}</script></body></html>`,
  },
  xml: {
    type: 'text/xml',
    make: (script) => `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${script}</x:script>`,
  },
  md: {
    type: 'text/markdown',
    make: (script) => `# x\n<script>${script}</script>\n[x](javascript:${script})\n<img src=x onerror="${script}">`,
  },
  js: { type: 'text/javascript', make: (script) => script },
  pdf: { type: 'application/pdf', make: pdf },
  polyglot: {
    type: 'image/gif',
    make: (script) => `GIF89a/*<script>${script}</script><svg onload="${script}">*/=1;${script}`,
  },
}

const typings = {
  right: (type: string) => type,
  wrong: (type: string) => (type === 'text/html' ? 'image/png' : 'text/html'),
  none: () => '',
}

const letters = (text: string) => new Uint8Array(Buffer.from(text))

/** An image of 3 by 2 pixels. */
const png = () => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, 1, 0, 0, 0, 0])
  // two uncompressed rows of one byte each
  const rows = Buffer.from([0x78, 1, 1, 4, 0, 0xfb, 0xff, 0, 0xa0, 0, 0x40, 1, 0xe6, 0, 0xe1])
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** A tenth of a second of silence. */
const wav = () => {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  )
  head.writeUInt32LE(836, 4)
  head.writeUInt32LE(800, 40)
  return new Uint8Array(Buffer.concat([head, Buffer.alloc(800, 128)]))
}

/** A tar of files, each with its name and text. */
const tar = (files: readonly (readonly [name: string, text: string])[]) => {
  const blocks = files.flatMap(([name, text]) => {
    const head = Buffer.alloc(512)
    head.write(name)
    head.write('0000644\0', 100)
    head.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124)
    head.write('14000000000\0', 136)
    head.write('0', 156)
    head.write('ustar\x0000', 257)
    return [head, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))]
  })
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

const frame = () => page.frameLocator('iframe[title^="Preview of"]')

const tab = async (bucket: string, key: string) => {
  await goto(`/buckets/${bucket}/browse/${enc(key)}?tab=preview`)
  await page.getByRole('group', { name: 'Shown as' }).waitFor()
}

const test = suiteOn('embedded', 'previews')
test('each kind of object is shown by its first bytes, whatever its name', async () => {
  const bucket = await createBucket('shown')
  await put(bucket, 'picture.txt', png(), 'text/html')
  await put(bucket, 'sound', wav(), '')
  await put(
    bucket,
    'table.csv',
    `name,count,day\n"a, ""b""",1,2026-01-02\nplain,2,2026-01-03\nshort\n${'more,3,2026-01-04\n'.repeat(600)}`,
    'text/csv',
  )
  await put(
    bucket,
    'archive.tar',
    tar([
      ['one.txt', 'first'],
      ['deep/two.txt', 'x'.repeat(2000)],
    ]),
    '',
  )
  await put(bucket, 'table.parquet', new Uint8Array(Buffer.from('PAR1\x15\x04\x15\x16PAR1', 'latin1')), '')
  await put(bucket, 'page.html', '<!doctype html><h1>Not a page</h1>', 'text/html')
  await put(bucket, 'empty', '', '')
  await put(
    bucket,
    'broken.png',
    new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n and nothing else', 'latin1')),
    'image/png',
  )
  await put(bucket, 'bytes.bin', new Uint8Array([0, 1, 2, 255, 65, 66]), '')

  await tab(bucket, 'picture.txt')
  await page.getByText('3 × 2 px').waitFor()
  assert.is(await frame().locator('img').getAttribute('alt'), "File couldn't be loaded. Please try Download instead.")
  assert.equal(await pageFindings(), [])

  await tab(bucket, 'sound')
  await until(() =>
    frame()
      .locator('audio')
      .evaluate((audio: HTMLAudioElement) => audio.duration > 0),
  )

  await tab(bucket, 'table.csv')
  const rows = page.getByRole('region', { name: 'Rows' })
  await rows.getByRole('cell', { name: 'a, "b"' }).waitFor()
  assert.equal(await rows.getByRole('columnheader').allTextContents(), ['#', 'nametext', 'countnumber', 'daydate'])
  await rows.getByRole('rowheader', { name: '⚠ 3' }).waitFor()
  await page.getByText('First 500 rows, 3 columns.').waitFor()
  await page.getByRole('button', { name: 'Load 500 more' }).click()
  await page.getByText('All 603 rows, 3 columns.').waitFor()
  assert.equal(await pageFindings(), [])
  await page.getByRole('switch', { name: 'First row has column names' }).click()
  await rows.getByRole('cell', { name: 'name', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Hex', exact: true }).click()
  await page.getByText('00000000  6e 61 6d 65 2c').waitFor()
  await page.reload()
  await page.getByText('00000000  6e 61 6d 65 2c').waitFor()
  await page.getByRole('button', { name: 'Table', exact: true }).click()

  await tab(bucket, 'archive.tar')
  await row('deep/two.txt').getByText('2.0 KiB').waitFor()
  await tab(bucket, 'table.parquet')
  await page.getByRole('heading', { name: 'No viewer for Parquet files' }).waitFor()
  await page.getByText('ask an administrator to add a plugin that shows Parquet files').waitFor()
  assert.equal(await pageFindings(), [])
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('main').getByRole('button', { name: 'Download' }).last().click(),
  ])
  assert.is(saved.suggestedFilename(), 'table.parquet')
  await tab(bucket, 'page.html')
  await page.getByRole('region', { name: 'Text' }).getByText('<!doctype html><h1>Not a page</h1>').waitFor()
  await tab(bucket, 'empty')
  await page.getByText('The object is empty.').waitFor()
  await tab(bucket, 'broken.png')
  await page.getByText("File couldn't be loaded. Please try Download instead.").waitFor()
  await tab(bucket, 'bytes.bin')
  await page.getByText(/^00000000 {2}00 01 02 ff 41 42/).waitFor()
})

test('a preview opens over its folder, by keyboard too, and has a URL', async () => {
  const bucket = await createBucket('dialogs')
  await put(bucket, 'notes.md', '# Title\n<b>not bold</b>', 'text/markdown')
  await openBucket(bucket)
  await pressInRow('notes.md', 'Preview')
  await dialog().getByText('<b>not bold</b>').waitFor()
  assert.match(page.url(), /preview=notes\.md/)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await goto(`/buckets/${bucket}/browse?preview=notes.md`)
  await dialog().getByText('<b>not bold</b>').waitFor()
  assert.equal(await pageFindings(), [])
  await pressInDialog('Close')
  await put(bucket, 'dot.png', png(), '')
  await goto(`/buckets/${bucket}/browse?open=dot.png`)
  await until(() =>
    frame()
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth === 3),
  )
  await goto(`/buckets/${bucket}/browse?open=notes.md`)
  await page.locator('pre').getByText('<b>not bold</b>').waitFor()
})

test('a PDF is rendered page by page, zoomed, and its text can be copied', async () => {
  const bucket = await createBucket('rendered')
  await put(bucket, 'paper.txt', pdfOf(['First page', 'Second page', 'Third page']), 'text/plain')
  await put(bucket, 'cut.pdf', '%PDF-1.7 and nothing else', '')
  await tab(bucket, 'paper.txt')
  const pageImage = (number: number) => page.getByRole('img', { name: `Page ${number}`, exact: true })
  await pageImage(1).waitFor()
  await page.getByText('Page 1 of 3, 210 × 297 mm.').waitFor()
  // black letters, a red box and white paper
  const colors = async () =>
    pageImage(1).evaluate((element) => {
      const canvas = element as HTMLCanvasElement
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const found = new Set<string>()
      for (let at = 0; at < data.length; at += 4) found.add(`${data[at]},${data[at + 1]},${data[at + 2]}`)
      return ['0,0,0', '255,0,0', '0,0,255', '255,255,255'].filter((color) => found.has(color))
    })
  assert.equal(await colors(), ['0,0,0', '255,0,0', '255,255,255'])
  assert.equal(await pageFindings(), [])
  await button('Next page').press('Enter')
  await pageImage(2).waitFor()
  await page.getByText('Text of page 2').click()
  await page.locator('pre').getByText('Second page').waitFor()
  const width = async () => (await pageImage(2).boundingBox())?.width ?? 0
  const before = await width()
  await button('Smaller').press('Enter')
  await until(async () => (await width()) < before)
  await page.getByRole('textbox', { name: 'Page', exact: true }).fill('99')
  await page.keyboard.press('Enter')
  await pageImage(3).waitFor()
  await button('Next page').and(page.locator('[aria-disabled=true]')).waitFor()
  for (const [coding, color] of [
    ['jpeg2000', '0,0,255'],
    ['fax', '0,0,0'],
    ['jbig2', '0,0,0'],
    ['damaged', '255,255,255'],
  ] as const) {
    await put(bucket, `${coding}.pdf`, picturePdf(coding), '')
    await tab(bucket, `${coding}.pdf`)
    await page.getByText('Page 1 of 1, ').waitFor()
    assert.equal(await colors(), [color], coding)
    assert.is(
      await page.getByText('One image on this page cannot be displayed.').count(),
      coding === 'damaged' ? 1 : 0,
      coding,
    )
  }
  await tab(bucket, 'cut.pdf')
  await page.getByText("File couldn't be loaded. Please try Download instead.").waitFor()
  await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
    await tab(bucket, 'paper.txt')
    await pageImage(1).waitFor()
    await assertReadable(`preview-pdf-390`)
  })
})

test('previews fit a narrow window', async () => {
  const bucket = await createBucket('narrow')
  await put(
    bucket,
    'wide.csv',
    `${Array.from({ length: 30 }, (_, at) => `column ${at}`).join(',')}\n${'1,'.repeat(29)}1\n`,
    'text/csv',
  )
  await put(bucket, 'long.txt', 'x'.repeat(5000), '')
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 844 })
  await tab(bucket, 'wide.csv')
  await page.getByRole('region', { name: 'Rows' }).waitFor()
  await assertReadable(`preview-csv-390`)
  await tab(bucket, 'long.txt')
  await page.getByRole('region', { name: 'Text' }).waitFor()
  await assertReadable(`preview-text-390`)
  await page.setViewportSize(size)
})

test('no hostile file runs a script, with any type and in any view', async () => {
  const bucket = await createBucket('hostile')
  const ran: string[] = []
  // blocked requests are reported in a tab's console, as expected
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const [other, views] = [await context.newPage(), await context.newPage()]
  await context.route('**/pwned**', async (route) => {
    ran.push(route.request().url())
    await route.fulfill({ status: 204 })
  })
  for (const tab of [other, views])
    tab.on('dialog', (prompt) => {
      ran.push(`dialog ${prompt.message()}`)
      void prompt.dismiss()
    })
  await other.goto(`${server.url}/healthz`)
  await other.evaluate(() => fetch('/pwned?control').catch(() => undefined))
  await until(async () => ran.length === 1)
  ran.length = 0

  const opened = async (direct: string) => {
    // an attachment does not navigate the page
    await other
      .goto(direct, { waitUntil: 'load' })
      .catch((error: Error) => assert.match(error.message, /Download is starting|ERR_ABORTED/))
    assert.is.not(await other.title(), 'pwned', direct)
  }
  for (const [name, { type, make }] of Object.entries(hostile))
    for (const [typing, typeOf] of Object.entries(typings)) {
      const key = `${name}-${typing}.${name}`
      await put(bucket, key, letters(make(attack(key))), typeOf(type))
      const address = (call: string, more = '') =>
        `${server.url}/api/v1/buckets/${bucket}/objects/${call}?prefix=${enc(key)}${more}`
      const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects/share?prefix=${enc(key)}&expires=1h`)
      for (const direct of [
        json as string,
        address('download'),
        address('download', '&preview=true'),
        address('preview'),
      ])
        await opened(direct)
      await goto(`/buckets/${bucket}/browse/${enc(key)}?tab=preview`, views)
      await views.getByRole('group', { name: 'Shown as' }).waitFor()
      await views.locator('pre, iframe, h2, canvas').first().waitFor()
      assert.is.not(await views.title(), 'pwned', key)
      assert.equal(ran, [], key)
    }
  await context.close()
})
