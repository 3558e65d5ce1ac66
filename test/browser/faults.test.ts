import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream'
import { assert } from '../lib/suite.ts'
import { createBucketClient } from '../lib/bucket-client.ts'
import { copyOnDrives, type Minio, startMinio } from '../lib/minio.ts'
import { startTestConsole } from '../lib/test-console.ts'
import { freePort } from '../../testing/process.ts'
import type { KeyPair } from '../lib/server.ts'
import { registration, startIdentityProvider } from '../engines/minio/identity-provider.ts'
import { allow, createPolicy, createUser } from './accounts.ts'
import { assertAccessible } from './accessibility.ts'
import { withConsole, inTab, page, root, server, storage } from './console.ts'
import { confirmByTyping, dialog } from './dialogs.ts'
import { button, bucketCard, sidebarEntry, row, pressInRow } from './elements.ts'
import { createBucket as emptyBucket, keysOf } from './objects.ts'
import { goto, submitSignIn, waitForHeading } from './pages.ts'
import { suiteOn } from './engines.ts'

const test = suiteOn('minio', 'faults of MinIO')

/**
 * Time limit in ms for a page to recover after a long outage, when both the server and the page retry less often, and
 * for the deletion of a hundred thousand objects.
 */
const BACK = 120_000

const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor()
const slow = /The server is taking a long time to answer|The storage is not answering/
const starting = 'The storage server is starting'
const clocks = 'The clocks of the console and the storage server differ by more than 15 minutes'

const bucketOf = async (bucket: string) => createBucketClient(storage, await emptyBucket(bucket))

const administrator = (name: string) => createUser(name, { policies: ['consoleAdmin'] })

/** Freezes the storage server until `work` is done. */
const frozen = async (work: () => Promise<void>) => {
  process.kill(storage.pid(), 'SIGSTOP')
  try {
    await work()
  } finally {
    process.kill(storage.pid(), 'SIGCONT')
  }
}

/** Runs `work` in a separate tab on the list of buckets, signed in with these credentials. */
const inTabOf = (pair: KeyPair, work: () => Promise<void>) =>
  inTab({ pair }, async () => {
    await goto('/buckets')
    await work()
  })

/** Starts a separate console, on the shared storage server or on a separate one that is stopped with it. */
const separateConsole = async (
  { storage: own, env = {} }: { storage?: Minio; env?: Record<string, string> },
  work: () => Promise<void>,
) => {
  await withConsole(await startTestConsole('minio', { storage: own ?? storage, env }), work)
  await own?.stop()
}

/** Makes a console's clock jump ahead, and back again, at each `jump()`. */
const jumpingClock = (minutes: number) => {
  const clock = `
    const Steady = Date
    let ahead = 0
    globalThis.Date = class extends Steady {
      constructor(...parts) { parts.length ? super(...parts) : super(Steady.now() + ahead) }
      static now() { return Steady.now() + ahead }
    }
    process.on('SIGUSR2', () => { ahead = ahead ? 0 : ${minutes * 60_000} })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` }
}
const jump = () => process.kill(server.pid(), 'SIGUSR2')

/** A proxy for the storage server that dates responses by its own clock, which is this many minutes ahead. */
const startProxy = async (minutes: number) => {
  const proxy = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    const passed = request(`${storage.url}${url}`, { method, headers }, (upstreamAnswer) => {
      response.writeHead(upstreamAnswer.statusCode ?? 0, {
        ...upstreamAnswer.headers,
        date: new Date(Date.now() + minutes * 60_000).toUTCString(),
      })
      pipeline(upstreamAnswer, response, () => undefined)
    })
    pipeline(incoming, passed, () => undefined)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

test.before(async () => {
  await bucketOf('invoices')
  await createUser('ana.moreau', { policies: ['readonly'] })
})

test('an unavailable storage server is named on the page, which loads once it is back', async () => {
  await goto('/buckets')
  await bucketCard('invoices').waitFor()
  await storage.kill()
  await sidebarEntry('Users').click()
  await waitForText('Users could not be loaded')
  await waitForText(`The storage server at ${new URL(storage.url).host} cannot be reached`)
  await assertAccessible('faults-down')
  await button('Try again').waitFor()
  await sidebarEntry('Buckets').click()
  await waitForText('Buckets could not be loaded')
  await button('Try again').waitFor()
  await storage.restart()
  await bucketCard('invoices').waitFor({ timeout: BACK })
  await sidebarEntry('Users').click()
  await row('ana.moreau').waitFor()
})

test('a console opened while the storage server is down says so, and continues once it is back', async () => {
  await goto('/users')
  await row('ana.moreau').waitFor()
  await storage.kill()
  await page.reload()
  await waitForText(/cannot be reached/)
  await assertAccessible('faults-opened-down')
  await storage.restart()
  await waitForHeading('Users')
  await row('ana.moreau').waitFor()
})

test('an unresponsive storage server is reported, and the page loads when it responds', async () => {
  await goto('/buckets')
  await bucketCard('invoices').waitFor()
  await frozen(async () => {
    await sidebarEntry('Users').click()
    await waitForText(slow)
    await assertAccessible('faults-slow')
  })
  await row('ana.moreau').waitFor()
  await page.getByText(slow).waitFor({ state: 'detached' })

  await frozen(async () => {
    await page.reload()
    await waitForText(slow)
  })
  await row('ana.moreau').waitFor()
  await page.getByText(slow).waitFor({ state: 'detached' })
})

test('a storage server that stays unresponsive times out, and the page loads when it responds', async () => {
  await goto('/buckets')
  await bucketCard('invoices').waitFor()
  await frozen(async () => {
    await sidebarEntry('Users').click()
    await page.getByText(/does not answer/).waitFor()
    await button('Try again').waitFor()
  })
  await row('ana.moreau').waitFor({ timeout: BACK })
})

test('a folder opened while the storage server does not respond says so, and loads once it responds again', async () => {
  await (await bucketOf('hanging')).unpack(['top.txt', 'deep/below.txt'])
  await goto('/buckets/hanging/browse')
  await row('top.txt').waitFor()
  await frozen(async () => {
    await page.getByRole('link', { name: 'deep/', exact: true }).click()
    await waitForText(slow)
    assert.is(await page.getByText('There are no objects').count(), 0, 'what is not loaded is not empty')
    await assertAccessible('faults-slow-folder')
  })
  await row('below.txt').waitFor()
  await page.getByText(slow).waitFor({ state: 'detached' })
})

const whileHanging: Record<string, () => Promise<void>> = {
  '/buckets/hanging/browse': () => row('top.txt').waitFor(),
  '/buckets/hanging/browse/top.txt': () => waitForHeading('top.txt').then(() => button('Download').waitFor()),
  '/buckets': () => bucketCard('hanging').waitFor(),
  '/buckets/hanging/admin/summary': () => page.getByText('Private').first().waitFor(),
  '/metrics': () => page.getByText('Time since last scan activity').waitFor(),
}

for (const [path, loaded] of Object.entries(whileHanging))
  test(`${path}, opened while the storage server does not respond, says so, and loads once it responds again`, async () => {
    await frozen(async () => {
      await page.goto(`${server.url}${path}`)
      await waitForText(slow)
    })
    await loaded()
    await page.getByText(slow).waitFor({ state: 'detached' })
  })

test('access denied to one bucket does not affect the others', async () => {
  const many = Array.from({ length: 12 }, (_, n) => `team-${n + 10}`)
  for (const bucket of [...many, 'closed']) await (await bucketOf(bucket)).unpack(['report.txt'])
  await createPolicy('not-closed', allow(['s3:*'], ['*']), {
    ...allow(['s3:*'], ['closed', 'closed/*']),
    Effect: 'Deny',
  })
  await inTabOf(await createUser('most', { policies: ['not-closed'] }), async () => {
    for (const bucket of many) await bucketCard(bucket).waitFor()
    assert.is(await bucketCard('closed').getByText('R/W').count(), 0)
    await goto('/buckets/closed/browse')
    await waitForText('You cannot see these objects')
    await assertAccessible('faults-denied')
    await goto('/buckets/team-10/browse')
    await row('report.txt').waitFor()
  })
})

test('a session ended by the server leads to the sign-in page, and back after signing in', async () => {
  const pair = await administrator('leaver')
  await inTabOf(pair, async () => {
    await goto('/users')
    await row('ana.moreau').waitFor()
    assert.is((await root('DELETE', '/api/v1/user?name=leaver')).status, 204)
    // a request that was under way may end the session before the click
    await sidebarEntry('Groups').or(page.getByText('Your session has ended')).click()
    await waitForText('Your session has ended')
    await assertAccessible('faults-session-ended')
    await administrator('leaver')
    await submitSignIn(pair)
    await page.locator('h1:is([title="Groups"], [title="Users"])').waitFor()
  })
})

test('a storage server that loads its users is reported as starting, at every sign-in, which opens once it is ready', async () => {
  const port = await freePort()
  let provider = await startIdentityProvider({ subject: 'anna', port })
  const env = {
    MINIO_IDENTITY_OPENID_CONFIG_URL: provider.url.href,
    MINIO_IDENTITY_OPENID_CLIENT_ID: registration.clientId,
    MINIO_IDENTITY_OPENID_CLIENT_SECRET: registration.secret,
    MINIO_IDENTITY_OPENID_CLAIM_NAME: 'policy',
  }
  const own = (await startMinio({ env, drives: 1 })) as Minio
  await separateConsole({ storage: own }, async () => {
    const pair = await administrator('early.bird')
    await (await bucketOf('reports')).unpack(['report.txt'])
    await inTabOf(pair, async () => {
      await bucketCard('reports').waitFor()
      const [objects, opened] = [await page.context().newPage(), await page.context().newPage()]
      await objects.goto(`${server.url}/buckets/reports/browse`)
      await objects.locator('[role=rowheader][title="report.txt"]').waitFor()

      // without its provider the server responds, and never finishes loading its users
      await provider.stop()
      await storage.restart('live')
      await sidebarEntry('Users').click()
      await waitForText('Users could not be loaded')
      await waitForText(starting)
      await assertAccessible('faults-starting')
      await objects.getByRole('button', { name: 'Refresh' }).click()
      await objects.getByText(starting).first().waitFor()
      await opened.goto(`${server.url}/groups`)
      await opened.getByText(starting).first().waitFor()
      await inTab({ pair: 'nobody' }, async () => {
        for (const keyPair of [pair, storage.root]) {
          await goto('/login')
          await submitSignIn(keyPair)
          await waitForText(starting)
        }
        await assertAccessible('faults-starting-login')
        assert.equal(await page.context().cookies(), [])
      })

      provider = await startIdentityProvider({ subject: 'anna', port })
      await row('early.bird').waitFor({ timeout: BACK })
      await objects.getByText(starting).waitFor({ state: 'detached', timeout: BACK })
      await objects.locator('[role=rowheader][title="report.txt"]').waitFor()
      await opened.locator('h1[title="Groups"]').waitFor({ timeout: BACK })
      await inTabOf(pair, () => bucketCard('reports').waitFor())
    })
  })
})

test('a console with a wrong clock uses the time of the storage server', () =>
  separateConsole({ env: { CONSOLE_STS_DURATION: '15m', ...jumpingClock(20) } }, async () => {
    jump()
    await inTabOf(storage.root, async () => {
      await bucketCard('invoices').waitFor()
      await page.reload()
      await bucketCard('invoices').waitFor()
      jump()
      await sidebarEntry('Users').click()
      await row('ana.moreau').waitFor()
    })
  }))

test('clock skew hidden by a proxy is reported at sign-in and on a page, which recovers', async () => {
  const proxy = await startProxy(20)
  await separateConsole({ env: { CONSOLE_MINIO_SERVER: proxy.url, ...jumpingClock(20) } }, async () => {
    await inTabOf(storage.root, async () => {
      await bucketCard('invoices').waitFor()
      jump()
      await sidebarEntry('Users').click()
      await waitForText('Users could not be loaded')
      await waitForText(clocks)
      await assertAccessible('faults-clocks')
      assert.match(server.logs(), clocks)
      await inTab({ pair: 'nobody' }, async () => {
        await goto('/login')
        await submitSignIn(storage.root)
        await waitForText(clocks)
        await assertAccessible('faults-clocks-login')
      })
      jump()
      await row('ana.moreau').waitFor({ timeout: BACK })
    })
  })
  proxy.stop()
})

test('an expired session leads to the sign-in page, and back after signing in', () =>
  separateConsole({ env: { CONSOLE_STS_DURATION: '15m', ...jumpingClock(14.7) } }, () =>
    inTabOf(storage.root, async () => {
      await goto('/users')
      await row('ana.moreau').waitFor()
      // 18 seconds before the end
      jump()
      await page.reload()
      await row('ana.moreau').waitFor()
      await page.getByText('Your session has ended').waitFor()
      await assertAccessible('faults-session-over')
      await submitSignIn(storage.root)
      await waitForHeading('Users')
      await row('ana.moreau').waitFor()
    }),
  ))

test('an interrupted deletion of a hundred thousand objects is reported, continues, and can be resumed after a stop', async () => {
  // with two more objects this is the maximum number of keys in one response
  const all = Array.from({ length: 99_998 }, (_, n) => `many/${String(n).padStart(6, '0')}`)
  const own = (await startMinio({ drives: 1, on: 'memory' })) as Minio
  await separateConsole({ storage: own }, async () => {
    const bucket = await bucketOf('thousands')
    await bucket.unpack(['many-more', 'many2/stays'])
    copyOnDrives(storage, 'thousands', 'many-more', all)
    assert.is((await keysOf('thousands')).length, all.length + 2)

    await inTabOf(storage.root, async () => {
      await goto('/buckets/thousands/browse')
      await pressInRow('many/', 'Delete')
      await confirmByTyping('many', 'Delete')
      const cutOff = async (so: RegExp) => {
        await dialog().getByText(so).waitFor({ timeout: BACK })
        await storage.kill()
        await dialog()
          .getByRole('alert')
          .getByText(/cannot be reached/)
          .waitFor()
      }
      await cutOff(/^[1-4]\d,\d{3} objects deleted so far/)
      await waitForText(/deleted so far. It continues when the storage server is available again/)
      await assertAccessible('faults-removal')
      await storage.restart()
      await dialog().getByRole('alert').waitFor({ state: 'detached', timeout: BACK })

      await cutOff(/^[6-9]\d,\d{3} objects deleted so far/)
      await dialog().getByRole('button', { name: 'Cancel' }).click()
      await dialog().waitFor({ state: 'detached' })
      await waitForText(/^Stopped after [6-9]\d,\d{3} objects/)
      await storage.restart()
      const left = await keysOf('thousands')
      assert.ok(left.length > 2 && left.length < all.length / 2, `${left.length} are left`)

      await pressInRow('many/', 'Delete')
      await confirmByTyping('many', 'Delete')
      await dialog().waitFor({ state: 'detached', timeout: BACK })
      assert.equal(await keysOf('thousands'), ['many-more', 'many2/stays'])
    })
  })
})
