import type { Input } from 'stowage'
import { buckets } from 'stowage/plugins/buckets'
import { objects } from 'stowage/plugins/object-browser'
import {
  chromium,
  expectFailure,
  runnableEngines,
  startConsole,
  startStorage,
  type TestAccount,
  type TestConsole,
  type TestStorage,
} from 'stowage/testing'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type NewTier, tiers } from '../contract.ts'

/** Asks again until the answer is yes. */
const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 200))
}

const siteTier = { name: 'SITE-B', bucket: 'tiered', prefix: 'here/', region: 'far' }
const siteB = { params: { type: 'minio', name: 'SITE-B' } } as const

for (const engine of runnableEngines('tiers')) {
  const test = suite(`tiers on ${engine}`)
  let app: TestConsole
  let remote: TestStorage
  /** A console of the remote storage. */
  let far: TestConsole
  test.before(async () => {
    app = await startConsole({ engine, env: { CONSOLE_LOG_LEVEL: 'trace' } })
    if (engine === 'embedded') return
    remote = await startStorage()
    far = await startConsole({ engine, storage: remote, plugins: [] })
    await far.root.call(buckets.add, { body: { name: siteTier.bucket } })
  })
  test.after(async () => {
    await far?.stop()
    await remote?.stop()
    await app?.stop()
  })

  const list = async (account: TestAccount = app.root) => (await account.call(tiers.list)).items ?? []
  const add = (body: Input<typeof tiers.add>['body'], account: TestAccount = app.root) =>
    account.call(tiers.add, { body })
  const rotate = (access_key: string, secret_key: string, account: TestAccount = app.root) =>
    account.call(tiers.rotate, { ...siteB, body: { access_key, secret_key } })

  test('no secret of any type appears in a reply, an error or a log', async () => {
    const reported: string[] = []
    const request = async (method: string, path: string, body?: unknown) => {
      const { text, status } = await app.root.send(method, `/api/v1/${path}`, body)
      reported.push(text)
      return status
    }
    const mark = 'MARKED-SECRET'
    const creds = Buffer.from(JSON.stringify({ type: 'service_account', private_key: mark })).toString('base64')
    const tierWithSecrets = { ...siteTier, name: 'SECRETS', prefix: 'secrets/', endpoint: 'http://127.0.0.1:1' }
    const bodies = [
      { type: 'minio', minio: { ...tierWithSecrets, accesskey: 'key', secretkey: mark } },
      { type: 's3', s3: { ...tierWithSecrets, accesskey: 'key', secretkey: mark } },
      {
        type: 'azure',
        azure: { ...tierWithSecrets, accountname: 'name', accountkey: Buffer.from(mark).toString('base64') },
      },
      { type: 'gcs', gcs: { ...tierWithSecrets, creds } },
    ]
    const hidden = [mark, Buffer.from(mark).toString('base64'), creds, creds.slice(20, 60)]
    for (const body of bodies) assert.ok((await request('POST', 'admin/tiers', body)) >= 400)
    for (const { type, ...body } of bodies)
      assert.is(await request('POST', 'admin/tiers', { type: type === 's3' ? 'gcs' : 's3', ...body }), 422)
    for (const body of bodies) {
      const wrong = Object.fromEntries(
        Object.entries(body).map(([key, value]) => [
          key,
          typeof value === 'string'
            ? value
            : { ...value, name: mark.toLowerCase(), endpoint: `http://user:${mark}@host/` },
        ]),
      )
      assert.is(await request('POST', 'admin/tiers', wrong), 422)
    }
    await request('PUT', 'admin/tiers/minio/SITE-B/credentials', { access_key: 'key', secret_key: mark })
    await request('PUT', 'admin/tiers/gcs/SITE-B/credentials', { creds })
    assert.is(await request('PUT', 'admin/tiers/nothing/SITE-B/credentials', { secret_key: mark }), 422)
    assert.is(await request('PUT', 'admin/tiers/s3/SITE-B/credentials', { secret_key: mark }), 422)
    assert.is(await request('GET', 'admin/tiers'), 200)
    for (const path of ['admin/tiers/minio/SITE-B/status', 'config-history', 'config-export'])
      await request('GET', path)
    const logs = app.logs()
    assert.match(logs, '/api/v1/admin/tiers')
    for (const text of [...reported, logs]) for (const secret of hidden) assert.not(text.includes(secret), text)
  })

  if (engine === 'embedded') {
    test('a storage without tiers says so to authorized callers', async () => {
      assert.equal(await list(), [])
      await expectFailure(501, app.root.call(tiers.verify, siteB), /not support remote tiers/)
      await app.addObject('untiered', 'any.txt', 'content')
      const restore = { params: { bucket: 'untiered' }, query: { prefix: 'any.txt', encoding: 'plain' } } as const
      await expectFailure(
        501,
        app.root.call(objects.restore, { ...restore, body: { days: 3 } }),
        /not support remote tiers/,
      )
      const other = await app.addAccount({ actions: ['s3:*'] })
      await expectFailure(403, list(other))
      await expectFailure(403, other.call(tiers.remove, siteB))
      const session = (await app.root.send('GET', '/api/v1/session')).json as {
        pages: string[]
        withheld: { page: string; unavailable?: string }[]
      }
      assert.not(session.pages.includes('/tiers'))
      const reason = session.withheld.find(({ page }) => page === '/tiers')?.unavailable
      assert.match(reason ?? '', /not support remote tiers/)
    })
    if (chromium)
      test('the page of a storage without tiers gives the reason', async () => {
        const page = await app.openPage('/tiers')
        await page.getByText('This storage does not support remote tiers').waitFor()
        assert.equal(app.pageErrors(), [])
      })
    test.run()
    continue
  }

  const site = (
    more: Partial<typeof siteTier & { endpoint: string; accesskey: string; secretkey: string }> = {},
  ): NewTier => ({
    type: 'minio',
    minio: {
      ...siteTier,
      endpoint: remote.url,
      accesskey: remote.root.accessKey,
      secretkey: remote.root.secretKey,
      ...more,
    },
  })

  test('an unusable tier is refused with the reason and not created', async () => {
    await expectFailure(
      400,
      add(site({ endpoint: 'http://10.0.0.1:9000' })),
      /^endpoint: .*is in the console's internal net/,
    )
    await expectFailure(
      400,
      add(site({ endpoint: 'http://127.0.0.1:1' })),
      /^endpoint: the storage server cannot reach this/,
    )
    await expectFailure(400, add(site({ secretkey: 'wrong-secret-key' })), /refuses these credentials/)
    await expectFailure(400, add(site({ bucket: 'nowhere' })), /^bucket: /)
    await expectFailure(400, add(site({ endpoint: remote.url.replace('http:', 'https:') })), /^endpoint: /)
    const { accessKey: accesskey, secretKey: secretkey } = await far.addAccount()
    await expectFailure(400, add(site({ accesskey, secretkey })), /refuses these/)
    assert.equal(await list(), [])
  })

  test('a tier is added, listed without its secret and reported as reachable, and its name is then in use', async () => {
    await add(site())
    const [tier, ...others] = await list()
    assert.equal(others, [])
    const { accessKey: accesskey } = remote.root
    assert.equal(tier?.minio, { ...siteTier, endpoint: remote.url, accesskey, secretkey: 'REDACTED' })
    assert.equal([tier?.type, tier?.name], ['minio', 'SITE-B'])
    const { status, durationMs } = await app.root.call(tiers.verify, siteB)
    assert.is(status, 'online')
    assert.ok(durationMs >= 0)
    await expectFailure(409, add(site({ prefix: 'elsewhere/' })), /^name: /)
    const unknown = { params: { type: 'minio', name: 'NOT-THERE' } } as const
    await expectFailure(404, app.root.call(tiers.verify, unknown))
    await expectFailure(404, app.root.call(tiers.uses, unknown))
    await expectFailure(404, app.root.call(tiers.remove, unknown))
    const body = { access_key: 'a-key', secret_key: 'a-secret-key' }
    await expectFailure(404, app.root.call(tiers.rotate, { ...unknown, body }))
  })

  test("the former console's form of a MinIO tier is accepted, and a storage class of AWS S3 is kept", async () => {
    const { minio } = site({ name: 'AS-S3', prefix: 'as-s3/' }) as Extract<NewTier, { type: 'minio' }>
    const body = { type: 's3', s3: { ...minio, storageclass: 'STANDARD' } }
    const { status, text } = await app.root.send('POST', '/api/v1/admin/tiers', body)
    assert.is(status, 201, text)
    const tier = (await list()).find(({ name }) => name === 'AS-S3')
    assert.equal([tier?.type, tier?.s3?.storageclass, tier?.s3?.secretkey], ['s3', 'STANDARD', 'REDACTED'])
    await app.root.call(tiers.remove, { params: { type: 's3', name: 'AS-S3' } })
    assert.equal(
      (await list()).map(({ name }) => name),
      ['SITE-B'],
    )
  })

  test("a transitioned object is read from the tier, counted there, and prevents the tier's removal", async () => {
    const bucket = `moving-${process.pid}`
    await app.root.call(buckets.add, { body: { name: bucket } })
    const transition_date = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`
    await app.root.call(buckets.addLifecycleRule, {
      params: { bucket },
      body: { type: 'transition', transition_date, storage_class: 'SITE-B' },
    })
    // the list of buckets is cached for a moment
    await until(async () => (await app.root.call(tiers.uses, siteB)).buckets.length > 0)
    assert.equal(await app.root.call(tiers.uses, siteB), { buckets: [bucket], partial: false })
    await expectFailure(409, app.root.call(tiers.remove, siteB), new RegExp(bucket))
    await app.addObject(bucket, 'old.txt', 'content', 'text/plain')
    const inTier = async () => {
      const query = { recursive: 'true', limit: '1000' } as const
      return (await far.root.call(objects.list, { params: { bucket: siteTier.bucket }, query })).objects?.length ?? 0
    }
    await until(async () => (await inTier()) > 0)
    const of = (key: string) => ({ params: { bucket }, query: { prefix: key, encoding: 'plain' } }) as const
    const download = `/api/v1/buckets/${bucket}/objects/download?prefix=old.txt&encoding=plain`
    assert.is((await app.root.send('GET', download)).text, 'content')
    const { lifecycle } = await app.root.call(buckets.lifecycle, { params: { bucket } })
    for (const { id } of lifecycle ?? []) await app.root.call(buckets.removeLifecycleRule, { params: { bucket, id } })
    await expectFailure(409, app.root.call(tiers.remove, siteB), /tier contains objects/)
    const moved = await app.root.call(objects.info, of('old.txt'))
    assert.equal([moved.storage_class, moved.restored], ['SITE-B', undefined])
    await until(async () => {
      const [tier] = await list()
      return tier?.objects === 1 && tier.versions === 1 && (tier.usage ?? 0) >= 7
    })

    const restore = (key: string) => app.root.call(objects.restore, { ...of(key), body: { days: 3 } })
    await restore('old.txt')
    await until(async () => (await app.root.call(objects.info, of('old.txt'))).restored?.state === 'available')
    const { restored, storage_class } = await app.root.call(objects.info, of('old.txt'))
    assert.is(storage_class, 'SITE-B')
    const days = (Date.parse(restored?.until ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 2 && days < 5, restored?.until)
    await app.addObject(bucket, 'new.txt', 'x', 'text/plain')
    await expectFailure(400, restore('new.txt'), /is not in a tier/)
    await expectFailure(404, restore('nowhere.txt'))
    for (const path of ['new.txt', 'old.txt'])
      await app.root.call(objects.remove, { params: { bucket }, query: { path, encoding: 'plain' } })
    await until(async () => (await inTier()) === 0)
  })

  test('new credentials are tested before they are saved', async () => {
    const pair = await far.addAccount({ actions: ['s3:*'] })
    await expectFailure(400, rotate(pair.accessKey, 'wrong-secret-key'), /refuses these credentials/)
    await rotate(pair.accessKey, pair.secretKey)
    assert.is((await list())[0]?.minio?.accesskey, pair.accessKey)
    await far.root.send('PUT', `/api/v1/user?name=${pair.accessKey}`, { status: 'disabled', groups: [] })
    const { status, problem } = await app.root.call(tiers.verify, siteB)
    assert.is(status, 'refused')
    assert.match(problem ?? '', /refuses these credentials/)
    await rotate(remote.root.accessKey, remote.root.secretKey)
  })

  for (const type of ['minio', 's3'] as const)
    test(`refused credentials of a tier of type ${type} leave the previous ones in use`, async () => {
      const { minio } = site({ name: 'KEPT', prefix: 'kept/' }) as Extract<NewTier, { type: 'minio' }>
      await add(type === 'minio' ? { type, minio } : { type, s3: { ...minio, storageclass: '' } })
      const tierCall = { params: { type, name: 'KEPT' } } as const
      for (const access_key of ['nobody', remote.root.accessKey]) {
        const wrong = { access_key, secret_key: 'wrong-secret-key' }
        await expectFailure(
          400,
          app.root.call(tiers.rotate, { ...tierCall, body: wrong }),
          /refuses these credentials XMinio/,
        )
        const tier = (await list()).find(({ name }) => name === 'KEPT')
        assert.is((tier?.minio ?? tier?.s3)?.accesskey, remote.root.accessKey)
        assert.is((await app.root.call(tiers.verify, tierCall)).status, 'online')
      }
      await app.root.call(tiers.remove, tierCall)
    })

  test('a caller who may list tiers cannot change them, and others see none', async () => {
    const reader = await app.addAccount({ actions: ['admin:ListTier'] })
    assert.is((await list(reader)).length, 1)
    assert.is((await reader.call(tiers.verify, siteB)).status, 'online')
    await expectFailure(403, add(site({ name: 'MORE' }), reader))
    await expectFailure(403, rotate('a-key', 'a-secret-key', reader))
    await expectFailure(403, reader.call(tiers.remove, siteB))
    const other = await app.addAccount({ actions: ['s3:*'] })
    await expectFailure(403, list(other))
    await expectFailure(403, other.call(tiers.verify, siteB))
    await expectFailure(403, other.call(tiers.uses, siteB))
  })

  if (chromium)
    test('the page lists a tier with its state', async () => {
      const page = await app.openPage('/tiers')
      await page.getByRole('row').filter({ hasText: 'SITE-B' }).getByText('Online').waitFor()
      assert.equal(app.pageErrors(), [])
    })

  test('an empty tier is removed', async () => {
    await app.root.call(tiers.remove, siteB)
    assert.equal(await list(), [])
  })

  test.run()
}
