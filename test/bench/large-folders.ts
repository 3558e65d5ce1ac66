import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import pMap from 'p-map'
import { createSession } from '../../testing/account.ts'
import { createBucketClient } from '../lib/bucket-client.ts'
import { hasChromium, launch, openTab, signInOnPage } from '../lib/browser.ts'
import { atMost, type Measure } from '../lib/measure.ts'
import { copyOnDrives, startMinio } from '../lib/minio.ts'
import { hasS3Server, type S3Server, startS3Server } from '../lib/s3-servers.ts'
import { startServer } from '../lib/server.ts'
import { measureTime, median } from '../lib/transfer.ts'

/** Objects of the folder. `BENCH_KEYS=1000000` takes several minutes. */
const KEYS = Number(process.env.BENCH_KEYS ?? 100_000)

const [BUCKET, ROUNDS] = ['large', 7]

const keyOf = (number: number) => `logs/object-${String(number).padStart(7, '0')}.json`

/** A server, and how its folder is filled with empty objects that have these keys. */
type Target = { name: string; server: Omit<S3Server, 'folder'>; fill(keys: readonly string[]): Promise<void> }

const startTargets = async (): Promise<Target[]> => {
  const targets: Target[] = []
  const minio = await startMinio({ on: 'memory', drives: 1 })
  if (minio) {
    const fill = async ([first = '', ...others]: readonly string[]) => {
      await createBucketClient(minio, BUCKET).unpack([first])
      copyOnDrives(minio, BUCKET, first, others)
    }
    targets.push({ name: 'MinIO', server: minio, fill })
  }
  if (hasS3Server('versity')) {
    const server = await startS3Server('versity')
    const fill = async (keys: readonly string[]) => {
      const folder = join(server.folder, 'objects', BUCKET)
      mkdirSync(join(folder, 'logs'), { recursive: true })
      for (const key of keys) closeSync(openSync(join(folder, key), 'w'))
    }
    targets.push({ name: 'VersityGW', server, fill })
  }
  if (hasS3Server('seaweedfs')) {
    const server = await startS3Server('seaweedfs')
    const direct = createBucketClient(server, BUCKET)
    const fill = async (keys: readonly string[]) => void (await pMap(keys, direct.putEmpty, { concurrency: 32 }))
    targets.push({ name: 'SeaweedFS', server, fill })
  }
  return targets
}

/** Time from opening a folder's page to its first row, in ms. */
const firstRow = async (page: Page, url: string, folder: string, name: string) => {
  await page.goto('about:blank')
  return measureTime(async () => {
    await page.goto(`${url}/buckets/${BUCKET}/browse/${folder}/`)
    await page.getByText(name).first().waitFor()
  })
}

const measureTarget = async (page: Page, { name, server, fill }: Target): Promise<Measure> => {
  const console = await startServer({ env: { CONSOLE_S3_SERVER: server.url } })
  try {
    const { send } = createSession(console.url)
    await send('POST', '/api/v1/login', server.root)
    const created = await send('POST', '/api/v1/buckets', { name: BUCKET })
    if (created.status >= 300) throw new Error(`Creating a bucket on ${name} failed: ${created.text}`)
    await fill(Array.from({ length: KEYS }, (_, number) => keyOf(number)))
    const direct = createBucketClient(server, BUCKET)
    await signInOnPage(page, { url: console.url, root: server.root })
    await direct.putEmpty('few/only.json')
    const times = { few: [] as number[], large: [] as number[], list: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.few.push(await firstRow(page, console.url, 'few', 'only.json'))
      times.list.push(await measureTime(() => direct.list('logs/')))
      times.large.push(await firstRow(page, console.url, 'logs', 'object-0000000.json'))
    }
    const ratio = median(times.large) / (median(times.few) + median(times.list))
    const what = `first row on screen of ${KEYS.toLocaleString('en')} keys on ${name}`
    return atMost(`${what}, against that of 1 key and a plain listing of 1,000 keys`, ratio, 'ratio', 1.25)
  } finally {
    await console.stop()
  }
}

/**
 * Compares the first row of a large folder with a signed `ListObjectsV2` of the same server and the page of a small
 * folder.
 */
export const measure = async () => {
  if (!hasChromium) return []
  const { page } = await openTab(await launch())
  const measures: Measure[] = []
  for (const target of await startTargets()) {
    measures.push(await measureTarget(page, target))
    await target.server.stop()
  }
  return measures
}
