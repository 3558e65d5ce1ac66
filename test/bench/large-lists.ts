import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedEngine } from '../../engines/embedded/engine.ts'
import { openStore } from '../../engines/embedded/store/store.ts'
import { hasChromium, launch, signInOnPage } from '../lib/browser.ts'
import { atMost } from '../lib/measure.ts'
import { startServer } from '../lib/server.ts'
import { middle, plainPage, timedFrom } from './first-screen.ts'

const rounds = 7
const BUCKETS = 3000
const USERS = 10_000

const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }

const numbered = (name: string, n: number) => `${name}-${String(n).padStart(5, '0')}`

/** Fills a data folder; only the index has the buckets and users. */
const fill = async (folder: string) => {
  await (await createEmbeddedEngine({ folder, root })).close()
  const { index, close } = await openStore(folder)
  await index.write(() => {
    for (let n = 0; n < BUCKETS; n += 1) {
      const name = numbered('bucket', n)
      void index.buckets.put(name, { id: 1000 + n, name, created: Date.now(), versioning: 'off', locking: false })
      void index.usage.put(1000 + n, { size: 0, objects: 0, versions: 0 })
    }
    for (let n = 0; n < USERS; n += 1)
      void index.users.put(numbered('user', n), { secret: '', status: 'enabled', policies: ['readonly'], groups: [] })
  })
  await close()
}

/** Measures the first row of long lists after a deep link without a cache, in each round next to a minimal page. */
export const measure = async () => {
  if (!hasChromium) return []
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  await fill(folder)
  const server = await startServer({ dataFolder: folder })
  const browser = await launch()
  const plain = await plainPage()
  const timeTo = timedFrom(plain.elsewhere)
  const context = await browser.newContext()
  await signInOnPage(await context.newPage(), { url: server.url, root })
  const times = { plain: [] as number[], users: [] as number[], buckets: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.plain.push(await timeTo(context, plain.url, 'input[name=secretKey]'))
    times.users.push(await timeTo(context, `${server.url}/users`, '[role=row] a[href*="/users/user-"]'))
    times.buckets.push(
      await timeTo(context, `${server.url}/buckets?view=list`, '[role=row] a[href*="/buckets/bucket-"]'),
    )
  }
  await browser.close()
  plain.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  const [users, buckets, page] = [middle(times.users), middle(times.buckets), middle(times.plain)]
  return [
    atMost('first row of 10,000 users after a cold deep link', users, 'ms', 500),
    atMost('the same against a plain page', users / page, 'ratio', 12),
    atMost('first row of 3,000 buckets after a cold deep link', buckets, 'ms', 500),
    atMost('the same against a plain page', buckets / page, 'ratio', 12),
  ]
}
