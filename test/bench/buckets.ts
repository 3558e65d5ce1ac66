import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createEmbeddedEngine } from '../../engines/embedded/engine.ts'
import { createMinioEngine } from '../../engines/minio/engine.ts'
import { openStore } from '../../engines/embedded/store/store.ts'
import { hasChromium, launch, signInOnPage, openTab } from '../lib/browser.ts'
import { atMost, medianTime } from '../lib/measure.ts'
import { startMinio } from '../lib/minio.ts'
import { createMinioClient } from '../lib/minio-client.ts'
import { actAs } from '../lib/ports.ts'
import { signIn, startServer } from '../lib/server.ts'

const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
const BUCKETS = 10_000

const nameOf = (n: number) => `bucket-${String(n).padStart(5, '0')}`

const fill = async (folder: string) => {
  await (await createEmbeddedEngine({ folder, root })).close()
  const { index, close } = await openStore(folder)
  await index.write(() => {
    for (let n = 0; n < BUCKETS; n += 1) {
      const bucket = { id: 1000 + n, name: nameOf(n), created: Date.now(), versioning: 'off', locking: false } as const
      void index.buckets.put(bucket.name, bucket)
      void index.usage.put(bucket.id, { size: 0, objects: 0, versions: 0 })
    }
  })
  await close()
}

const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

/** Time from opening the list to its first bucket, and from typing a name until no other bucket is left, in ms. */
const onScreen = async (page: Page, url: string, view: string) => {
  await page.goto('about:blank')
  const opened = performance.now()
  await page.goto(`${url}/buckets?view=${view}`)
  await page.getByText(nameOf(0)).first().waitFor()
  const first = performance.now() - opened
  await page.getByText(/^10,000 buckets/).waitFor()
  const total = performance.now() - opened
  const typed = performance.now()
  await page.getByRole('searchbox', { name: 'Search Buckets' }).fill(nameOf(BUCKETS - 7))
  await page
    .getByText(nameOf(BUCKETS - 7))
    .first()
    .waitFor()
  return { first, whole: total, search: performance.now() - typed }
}

/** The same for the list of a MinIO server, which reports sizes separately from names. */
const onMinio = async () => {
  const storage = await startMinio({ drives: 1, on: 'memory' })
  if (!storage) return []
  const otherClient = createMinioClient(storage)
  const names = Array.from({ length: BUCKETS }, (_, n) => nameOf(n))
  const work = async () => {
    for (let name = names.pop(); name; name = names.pop()) await otherClient.call({ method: 'PUT', path: `/${name}` })
  }
  await Promise.all(Array.from({ length: 32 }, work))
  otherClient.close()
  const engine = createMinioEngine({ url: new URL(storage.url) })
  const { buckets } = await actAs(engine, await engine.login(storage.root))
  const list = async () => {
    if ((await buckets.list()).length !== BUCKETS) throw new Error('The list is incomplete')
  }
  await list()
  const total = await medianTime(11, list)
  await engine.close()
  await storage.stop()
  return [atMost('list of 10,000 buckets on MinIO', total, 'ms', 1000)]
}

/** Measures the list of 10,000 buckets, on the server and on the screen. */
export const measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  await fill(folder)
  const server = await startServer({ dataFolder: folder })
  const send = await signIn(server.url, root)
  const list = async (query = '') => {
    const { json } = await send('GET', `/api/v1/buckets${query}`)
    return (json as { buckets: unknown[] }).buckets.length
  }
  for (let warm = 0; warm < 5; warm += 1) if ((await list()) !== BUCKETS) throw new Error('The list is incomplete')
  const total = await medianTime(11, () => list())
  const lines = [atMost('list of 10,000 buckets', total, 'ms', 250)]
  if (hasChromium) {
    const browser = await launch()
    const { page } = await openTab(browser)
    await signInOnPage(page, { url: server.url, root })
    for (const view of ['cards', 'list']) {
      const seen = []
      for (let round = 0; round < 5; round += 1) seen.push(await onScreen(page, server.url, view))
      lines.push(
        atMost(`first of 10,000 buckets on screen, ${view}`, middle(seen.map(({ first }) => first)), 'ms', 1500),
        atMost(`all 10,000 buckets counted, ${view}`, middle(seen.map(({ whole: total }) => total)), 'ms', 2000),
        atMost(`one of 10,000 buckets found, ${view}`, middle(seen.map(({ search }) => search)), 'ms', 500),
      )
    }
    await browser.close()
  }
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return [...lines, ...(await onMinio())]
}
