import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { hasChromium, launch, signInOnPage, openTab } from '../lib/browser.ts'
import { fillBuckets } from '../lib/fill-buckets.ts'
import { atMost, medianTime } from '../lib/measure.ts'
import { signIn, startServer } from '../lib/server.ts'

const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
const sizes = { thousand: 1000, million: 1_000_000 }

/** Time from opening the folder's page to its first row, in ms. */
const firstRow = async (page: Page, url: string, bucket: string) => {
  await page.goto('about:blank')
  const started = performance.now()
  await page.goto(`${url}/buckets/${bucket}/browse/logs/`)
  await page.getByText('object-0000000.json').first().waitFor()
  return performance.now() - started
}

const onScreen = async (url: string) => {
  if (!hasChromium) return []
  const browser = await launch()
  const { page } = await openTab(browser)
  await signInOnPage(page, { url, root })
  const times = { thousand: [] as number[], million: [] as number[] }
  for (let round = 0; round < 7; round += 1) {
    times.thousand.push(await firstRow(page, url, 'thousand'))
    times.million.push(await firstRow(page, url, 'million'))
  }
  await browser.close()
  const middle = (list: number[]) => list.sort((a, b) => a - b)[3] ?? Number.NaN
  return [
    atMost(
      'first row on screen, 1 million keys against 1 thousand',
      middle(times.million) / middle(times.thousand),
      'ratio',
      1.25,
    ),
  ]
}

/**
 * Measures pages of 1,000 keys at the beginning and in the middle of a prefix, and the time to the first row on the
 * screen.
 */
export const measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  await fillBuckets(folder, root, sizes)
  const server = await startServer({ dataFolder: folder })
  const send = await signIn(server.url, root)
  const page = async (bucket: string, cursor = '') => {
    const response = await send(
      'GET',
      `/api/v1/buckets/${bucket}/objects?prefix=logs%2F&limit=1000${cursor && `&cursor=${cursor}`}`,
    )
    const { objects, cursor: next } = response.json as { objects: unknown[]; cursor?: string }
    if (objects.length !== 1000)
      throw new Error(`A page held ${objects.length} objects: ${response.text.slice(0, 200)}`)
    return next ?? ''
  }
  for (let warm = 0; warm < 20; warm += 1) await page('million')
  let cursor = ''
  for (let n = 0; n < 50; n += 1) cursor = await page('million', cursor)
  const first = await medianTime(31, () => page('million'))
  const later = await medianTime(31, () => page('million', cursor))
  const small = await medianTime(31, () => page('thousand'))
  const seen = await onScreen(server.url)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return [
    atMost('first page of 1,000 of 1,000,000 keys', first, 'ms', 20),
    atMost('page 51 of 1,000,000 keys', later, 'ms', 20),
    atMost('first page of 1,000,000 keys against that of 1,000', first / small, 'ratio', 1.5),
    ...seen,
  ]
}
