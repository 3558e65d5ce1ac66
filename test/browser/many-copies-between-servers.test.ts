import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { assert, suite } from '../lib/suite.ts'
import { createBucketClient } from '../lib/bucket-client.ts'
import { closeTabs, launch, openTab, type Tab } from '../lib/browser.ts'
import { hasOwnMinio, type Minio, startMinio } from '../lib/minio.ts'
import { hasS3Server, type S3Server, startS3Server } from '../lib/s3-servers.ts'
import { startServer, type TestServer } from '../lib/server.ts'
import { until } from '../lib/until.ts'
import { openCopyToServer } from './copy-to-server.ts'

const test = suite('thousands of copies between two servers')
const canRun = hasOwnMinio() && hasS3Server('versity')

const OBJECTS = 10_000

/** Objects per request that fills the source. */
const BATCH = 2500

const keys = Array.from({ length: OBJECTS }, (_, at) => `summer/${String(at).padStart(5, '0')}.txt`)

const contentOf = (key: string) => `content of ${key}`

const md5Of = (text: string) => createHash('md5').update(text).digest('hex')

let minio: Minio | undefined
let versity: S3Server
let server: TestServer
let browser: Browser
let tab: Tab

const openPage = async () => {
  tab = await openTab(browser)
  for (const [name, { accessKey, secretKey }] of [
    ['prod', minio?.root ?? versity.root],
    ['backup', versity.root],
  ] as const)
    await succeed('POST', name, '/login', { accessKey, secretKey })
}

const succeed = async (method: string, name: string, address: string, data?: object) => {
  const options = { method, headers: { origin: server.url }, ...(data && { data }) }
  const response = await tab.page.request.fetch(`${server.url}/${name}/api/v1${address}`, options)
  assert.ok(response.ok(), `${address} answered ${response.status()}: ${await response.text()}`)
  return response
}

test.before(async () => {
  if (!canRun) return
  ;[minio, versity] = await Promise.all([startMinio({ on: 'memory', drives: 1 }), startS3Server('versity')])
  if (!minio) return
  const env = { CONSOLE_SERVERS: `prod=${minio.url},backup=${versity.url}` }
  ;[server, browser] = await Promise.all([startServer({ env }), launch()])
  await openPage()
  await succeed('POST', 'prod', '/buckets', { name: 'photos' })
  // a second copy of an object would be another version
  await succeed('POST', 'backup', '/buckets', { name: 'copies', versioning: true })
  const { unpack } = createBucketClient(minio, 'photos')
  for (let at = 0; at < OBJECTS; at += BATCH) await unpack(keys.slice(at, at + BATCH), contentOf)
})
test.after(async () => {
  if (browser) await closeTabs(browser)
  await server?.stop()
  await Promise.all([minio?.stop(), versity?.stop()])
})

type Listed = { name: string; size: number; etag: string }

/** All versions in the target. */
const listCopies = async () => {
  const all: Listed[] = []
  let cursor = ''
  do {
    const query = `recursive=true&with_versions=true&limit=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const response = await succeed('GET', 'backup', `/buckets/copies/objects?${query}`)
    const listing = (await response.json()) as { objects: Listed[]; cursor?: string }
    all.push(...listing.objects)
    cursor = listing.cursor ?? ''
  } while (cursor)
  return all
}

const isCopied = async (key = '') => {
  const address = `${server.url}/backup/api/v1/buckets/copies/objects/info?prefix=${encodeURIComponent(key)}`
  return (await tab.page.request.get(address)).ok()
}

const startCopy = async () => {
  const { page } = tab
  const dialog = await openCopyToServer(page, `${server.url}/prod/buckets/photos/browse`, 'summer')
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  return page.getByRole('region', { name: 'Transfers' })
}

const run = (title: string, body: () => Promise<void>) => (canRun ? test(title, body) : test.skip(title, body))

run('a copy of 10,000 objects survives kills of the console and the page, and copies each object once', async () => {
  await startCopy()
  await until(() => isCopied(keys[2000]))
  await server.kill()
  await server.restart()
  const before = (await listCopies()).length
  assert.ok(before < OBJECTS, `${before} objects were copied before the kill`)
  // the page continues by itself
  await until(() => isCopied(keys[4000]))
  // the browser reports what it could not fetch
  tab.problems.length = 0
  await tab.page.close()
  await openPage()
  const left = (await listCopies()).length
  assert.ok(left < OBJECTS, `${left} objects were copied before the page was closed`)
  const dock = await startCopy()
  await dock.getByText('All transfers finished').waitFor({ timeout: 200_000 })
  const copies = await listCopies()
  assert.is(copies.length, OBJECTS)
  const wrong = copies.filter(
    ({ name, etag }, at) => name !== keys[at] || etag.replaceAll('"', '') !== md5Of(contentOf(name)),
  )
  assert.equal(wrong, [])
})
