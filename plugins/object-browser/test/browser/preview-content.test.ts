import { gzipSync } from 'node:zlib'
import { page, root } from '../../../../test/browser/console.ts'
import { button } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto } from '../../../../test/browser/pages.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'

/** Opens the preview of an object. */
const preview = async (bucket: string, key: string) => {
  await goto(`/buckets/${bucket}/browse/${encodeURIComponent(key)}?tab=preview`)
  await page.getByRole('group', { name: 'Shown as' }).waitFor()
}

const foot = (text: string | RegExp) => page.getByRole('status').getByText(text)

onEveryEngine('preview content', (test, _, once) => {
  test('an object replaced while its preview is open is never mixed with its former content', async () => {
    const bucket = await createBucket('replaced')
    // rows so wide that the next 500 require another request
    const table = (field: string) => `name,value\n${`${field.repeat(200)},1\n`.repeat(2000)}`
    const files: readonly (readonly [key: string, before: string, after: string, more: string])[] = [
      ['longer.txt', 'A'.repeat(400_000), 'B'.repeat(500_000), 'Load more'],
      ['shorter.txt', 'A'.repeat(400_000), 'B'.repeat(1000), 'Load more'],
      ['table.csv', table('before'), table('after'), 'Load 500 more'],
    ]
    for (const [key, before, after, more] of files) {
      await putObject(bucket, key, before)
      await preview(bucket, key)
      await button(more).waitFor()
      await putObject(bucket, key, after)
      await button(more).click()
      await foot('The object was replaced in the meantime. Open its preview again').waitFor()
      await page.getByText(/BB|after/).waitFor({ state: 'detached' })
    }
    await putObject(bucket, 'bytes.bin', new Uint8Array(100_000).fill(1))
    await preview(bucket, 'bytes.bin')
    await page.getByText('01 01 01').waitFor()
    await putObject(bucket, 'bytes.bin', new Uint8Array(100_000).fill(2))
    await button('Load more').click()
    await button('Load more').click()
    await button('Load more').click()
    await button('Load more').click()
    await foot('The object was replaced in the meantime').waitFor()
    await page.getByText('02 02 02').waitFor({ state: 'detached' })
  })

  test('a preview opened from an old listing shows all of the current object', async () => {
    const bucket = await createBucket('old-listing')
    await putObject(bucket, 'notes.txt', 'short')
    await goto(`/buckets/${bucket}/browse`)
    await page.getByText('5 B').waitFor()
    await putObject(bucket, 'notes.txt', 'a much longer text than before')
    await page
      .getByRole('row', { name: /notes\.txt/ })
      .getByRole('button', { name: 'Preview' })
      .click()
    await page.getByRole('dialog').getByText('a much longer text than before').waitFor()
    await foot('30 B of 30 B read.').waitFor()
  })

  once('a table with a stray quote shows its rows, and says "all" only after reading the whole object', async () => {
    const bucket = await createBucket('quotes')
    const rows = Array.from({ length: 300_000 }, (_, at) => `${at},item ${at} of a catalog,${at / 100}\n`)
    rows[2] = '2,12" vinyl record,0.02\n'
    await putObject(bucket, 'large.csv', `id,name,price\n${rows.join('')}`)
    await preview(bucket, 'large.csv')
    await foot('First 500 rows, 3 columns.').waitFor()
    await page.getByRole('cell', { name: '12" vinyl record' }).waitFor()
    // few, wide rows: the size limit is reached long before 500 rows
    await putObject(bucket, 'wide.csv', `a,b\n${`${'x'.repeat(60_000)},1\n`.repeat(160)}`)
    await preview(bucket, 'wide.csv')
    await foot(
      /First 139 rows, 2 columns\. 8\.0 MiB of 9\.2 MiB read\. Tables only show rows from the first 8\.0 MiB/,
    ).waitFor()
    await page.getByRole('button', { name: 'Load 500 more' }).waitFor({ state: 'detached' })
  })

  test('compressed objects are shown decompressed, and a part is never called complete', async () => {
    const bucket = await createBucket('compressed')
    const csv = `name,value\n${'item,1\n'.repeat(300)}`
    for (const [key, bytes] of [
      ['notes.txt', gzipSync('decompressed notes')],
      ['table.csv', gzipSync(csv)],
      ['bomb.txt', gzipSync('a'.repeat(64 * 1024 * 1024))],
      ['plain.txt', Buffer.from('not compressed')],
    ] as const) {
      await putObject(bucket, key, new Uint8Array(bytes))
      await root('PUT', `/api/v1/buckets/${bucket}/objects/metadata?prefix=${key}`, { content_encoding: 'gzip' })
    }
    await preview(bucket, 'notes.txt')
    await page.getByText('decompressed notes').waitFor()
    await foot(/18 B of 18 B read\. Decompressed from \d+ B \(gzip\)\./).waitFor()
    await preview(bucket, 'table.csv')
    await foot(/All 300 rows, 2 columns\..*Decompressed from/).waitFor()
    await preview(bucket, 'bomb.txt')
    await foot(/256\.0 KiB read\. .*Only the start was decompressed/).waitFor()
    await preview(bucket, 'plain.txt')
    await page.getByText('not compressed').waitFor()
    await foot(/Shows the stored bytes, because they cannot be decompressed \(gzip\)/).waitFor()
  })

  once('a CSV in Windows-1252 is a table, and can be read in another encoding', async () => {
    const bucket = await createBucket('encodings')
    await putObject(bucket, 'cities.csv', new Uint8Array(Buffer.from('sep=;\r\nStadt;Größe\r\nKöln;1,5\r\n', 'latin1')))
    await preview(bucket, 'cities.csv')
    await page.getByRole('cell', { name: 'Köln' }).waitFor()
    await page.getByRole('columnheader', { name: /^Größe/ }).waitFor()
    await foot(/Not UTF-8, decoded as Western European/).waitFor()
    await page.getByRole('combobox', { name: 'Read as' }).selectOption('windows-1251')
    await page.getByRole('cell', { name: 'Kцln' }).waitFor()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByRole('region', { name: 'Text' }).getByText('Köln;1,5').waitFor()
  })
})
