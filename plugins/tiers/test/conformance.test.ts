import * as v from 'valibot'
import { assert } from '../../../test/lib/suite.ts'
import { createMinioEngine } from '../../../engines/minio/engine.ts'
import type { Engine } from '../../../engines/engine.ts'
import { NewLifecycleRule } from '../../buckets/contract.ts'
import type { NewTier } from '../contract.ts'
import { createLog } from '../../../server/log.ts'
import { type Minio, noMinio, startMinio } from '../../../test/lib/minio.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { until } from '../../../test/lib/until.ts'
import { type Host, hostOn, type Send } from '../../../test/server/host.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../test/conformance/engines.ts'

const everything = { prefix: '', recursive: true, versions: true, metadata: false, limit: 1000 }

const body = async function* (text: string) {
  yield Buffer.from(text)
}

onEveryEngine('tiers', (test, peer) => {
  const logged: string[] = []
  let remote: Minio
  let far: Engine
  let host: Host
  let send: Send

  const made = { name: 'SITE-B', bucket: 'tiered', prefix: 'here/', region: 'far' }
  const site = (
    more: Partial<typeof made & { endpoint: string; accesskey: string; secretkey: string }> = {},
  ): NewTier => ({
    type: 'minio',
    minio: {
      ...made,
      endpoint: remote.url,
      accesskey: remote.root.accessKey,
      secretkey: remote.root.secretKey,
      ...more,
    },
  })
  const ofRemote = async () => actAs(far, await far.login(remote.root))

  test.before(async () => {
    host = await hostOn(peer().engine, peer().root, {
      config: { log: createLog('trace', { write: (line) => void logged.push(line) }) },
    })
    send = await host.as(peer().root)
    if (peer().name === 'embedded') return
    const server = await startMinio()
    if (!server) throw new Error(noMinio)
    remote = server
    far = createMinioEngine({ url: new URL(remote.url) })
    await (await ofRemote()).buckets.add({ name: made.bucket, versioning: false, locking: false })
  })
  test.after(async () => {
    await host?.stop()
    await far?.close()
    await remote?.stop()
  })

  test('a storage without tiers says so to authorized callers', async () => {
    if (peer().name !== 'embedded') return
    const { tiers } = await peer().as()
    assert.equal(await tiers.list(), [])
    await expectFailure(501, tiers.verify('SITE-B'), /not support remote tiers/)
    const { buckets, 'object-browser': objects } = await peer().as()
    const bucket = uniqueName('untiered')
    await buckets.add({ name: bucket, versioning: false, locking: false })
    await expectFailure(501, objects.restore(bucket, 'any.txt', undefined, 3), /not support remote tiers/)
    const pair = await addUser(await peer().as(), ['readwrite'])
    const other = await peer().as(pair)
    await expectFailure(403, other.tiers.list())
    await expectFailure(403, other.tiers.remove('SITE-B'))
    const session = (await send('GET', '/api/v1/session')).json<{
      pages: string[]
      withheld: { page: string; unavailable?: string }[]
    }>()
    assert.not(session.pages.includes('/tiers'))
    assert.match(session.withheld.find(({ page }) => page === '/tiers')?.unavailable ?? '', /not support remote tiers/)
  })

  test('an unusable tier is refused with the reason and not created', async () => {
    if (peer().name !== 'minio') return
    const { tiers } = await peer().as()
    await expectFailure(
      400,
      tiers.add(site({ endpoint: 'http://10.0.0.1:9000' })),
      /^endpoint: .*is in the console's internal network/,
    )
    await expectFailure(
      400,
      tiers.add(site({ endpoint: 'http://127.0.0.1:1' })),
      /^endpoint: the storage server cannot reach this address/,
    )
    await expectFailure(400, tiers.add(site({ secretkey: 'wrong-secret-key' })), /refuses these credentials/)
    await expectFailure(400, tiers.add(site({ bucket: 'nowhere' })), /^bucket: /)
    await expectFailure(400, tiers.add(site({ endpoint: remote.url.replace('http:', 'https:') })), /^endpoint: /)
    const nobody = await addUser(await ofRemote())
    await expectFailure(
      400,
      tiers.add(site({ accesskey: nobody.accessKey, secretkey: nobody.secretKey })),
      /refuses these/,
    )
    assert.equal(await tiers.list(), [])
  })

  test('a tier is added, listed without its secret and reported as reachable, and its name is then in use', async () => {
    if (peer().name !== 'minio') return
    const { tiers } = await peer().as()
    await tiers.add(site())
    const [tier, ...others] = await tiers.list()
    assert.equal(others, [])
    assert.equal(tier?.minio, {
      ...made,
      endpoint: remote.url,
      accesskey: remote.root.accessKey,
      secretkey: 'REDACTED',
    })
    assert.equal([tier?.type, tier?.name], ['minio', 'SITE-B'])
    const { status, took } = await tiers.verify('SITE-B')
    assert.is(status, 'online')
    assert.ok(took >= 0)
    await expectFailure(409, tiers.add(site({ prefix: 'elsewhere/' })), /^name: /)
    await expectFailure(404, tiers.verify('NOT-THERE'))
    await expectFailure(404, tiers.uses('NOT-THERE'))
    await expectFailure(404, tiers.remove('NOT-THERE'))
    await expectFailure(404, tiers.rotate('NOT-THERE', { access: 'a-key', secret: 'a-secret-key' }))
  })

  test("the former console's form of a MinIO tier is accepted, and a storage class of AWS S3 is kept", async () => {
    if (peer().name !== 'minio') return
    const { tiers } = await peer().as()
    const { minio } = site({ name: 'AS-S3', prefix: 'as-s3/' }) as Extract<NewTier, { type: 'minio' }>
    const answer = await send('POST', '/api/v1/admin/tiers', { type: 's3', s3: { ...minio, storageclass: 'STANDARD' } })
    assert.is(answer.statusCode, 201, answer.payload)
    const tier = (await tiers.list()).find(({ name }) => name === 'AS-S3')
    assert.equal([tier?.type, tier?.s3?.storageclass, tier?.s3?.secretkey], ['s3', 'STANDARD', 'REDACTED'])
    await tiers.remove('AS-S3')
    assert.equal(
      (await tiers.list()).map(({ name }) => name),
      ['SITE-B'],
    )
  })

  test("a transitioned object is read from the tier, counted there, and prevents the tier's removal", async () => {
    if (peer().name !== 'minio') return
    const { tiers, buckets, 'object-browser': objects } = await peer().as()
    const name = uniqueName('moving')
    await buckets.add({ name, versioning: false, locking: false })
    await buckets.addLifecycleRule(
      name,
      v.parse(NewLifecycleRule, {
        transition_date: `${new Date().toISOString().slice(0, 10)}T00:00:00Z`,
        storage_class: 'SITE-B',
      }),
    )
    // which buckets there are is known as of a moment ago
    await until(async () => (await tiers.uses('SITE-B')).buckets.length > 0)
    assert.equal(await tiers.uses('SITE-B'), { buckets: [name], partial: false })
    await expectFailure(409, tiers.remove('SITE-B'), new RegExp(name))
    await objects.put(name, 'old.txt', {
      size: 7,
      type: 'text/plain',
      body: body('content'),
      signal: new AbortController().signal,
    })
    const there = await ofRemote()
    await until(async () => (await there['object-browser'].list(made.bucket, everything)).objects.length > 0)
    const { body: stored } = await objects.get(name, 'old.txt', {})
    const chunks: Buffer[] = []
    for await (const chunk of stored) chunks.push(Buffer.from(chunk))
    assert.is(Buffer.concat(chunks).toString(), 'content')
    for (const { id } of await buckets.lifecycle(name)) await buckets.removeLifecycleRule(name, id)
    await expectFailure(409, tiers.remove('SITE-B'), /tier contains objects/)
    const moved = await objects.info(name, 'old.txt')
    assert.equal([moved.storage_class, moved.restored], ['SITE-B', undefined])
    // counted as the server notes each object that it has moved
    await until(async () => {
      const [tier] = await tiers.list()
      return tier?.objects === 1 && tier.versions === 1 && (tier.usage ?? 0) >= 7
    })

    await objects.restore(name, 'old.txt', undefined, 3)
    await until(async () => (await objects.info(name, 'old.txt')).restored?.state === 'there')
    const { restored, storage_class } = await objects.info(name, 'old.txt')
    assert.is(storage_class, 'SITE-B')
    const days = (Date.parse(restored?.until ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 2 && days < 5, restored?.until)
    await objects.put(name, 'new.txt', {
      size: 1,
      type: 'text/plain',
      body: body('x'),
      signal: new AbortController().signal,
    })
    await expectFailure(400, objects.restore(name, 'new.txt', undefined, 3), /is not in a tier/)
    await expectFailure(404, objects.restore(name, 'nowhere.txt', undefined, 3))
    await objects.remove(name, 'new.txt')
    await objects.remove(name, 'old.txt')
    await until(async () => (await there['object-browser'].list(made.bucket, everything)).objects.length === 0)
  })

  test('new credentials are tested before they are saved', async () => {
    if (peer().name !== 'minio') return
    const { tiers } = await peer().as()
    const pair = await addUser(await ofRemote(), ['readwrite'])
    await expectFailure(
      400,
      tiers.rotate('SITE-B', { access: pair.accessKey, secret: 'wrong-secret-key' }),
      /refuses these credentials/,
    )
    await tiers.rotate('SITE-B', { access: pair.accessKey, secret: pair.secretKey })
    assert.is((await tiers.list())[0]?.minio?.accesskey, pair.accessKey)
    await (await ofRemote()).identity.updateUser(pair.accessKey, { status: 'disabled', groups: [] })
    const { status, problem } = await tiers.verify('SITE-B')
    assert.is(status, 'refused')
    assert.match(problem ?? '', /refuses these credentials/)
    await tiers.rotate('SITE-B', { access: remote.root.accessKey, secret: remote.root.secretKey })
  })

  test('a caller who may list tiers cannot change them, and others see none', async () => {
    if (peer().name !== 'minio') return
    const admin = await peer().as()
    const reader = await peer().as(await addUser(admin, [allow(['admin:ListTier'])]))
    assert.is((await reader.tiers.list()).length, 1)
    assert.is((await reader.tiers.verify('SITE-B')).status, 'online')
    await expectFailure(403, reader.tiers.add(site({ name: 'MORE' })))
    await expectFailure(403, reader.tiers.rotate('SITE-B', { access: 'a-key', secret: 'a-secret-key' }))
    await expectFailure(403, reader.tiers.remove('SITE-B'))
    const other = await peer().as(await addUser(admin, ['readwrite']))
    await expectFailure(403, other.tiers.list())
    await expectFailure(403, other.tiers.verify('SITE-B'))
    await expectFailure(403, other.tiers.uses('SITE-B'))
  })

  test('no secret of any type appears in a reply or an error, whether accepted or refused', async () => {
    const reported: string[] = []
    const ask = async (method: string, path: string, sent: unknown) => {
      const { payload, statusCode } = await send(method, path, sent)
      reported.push(payload)
      return statusCode
    }
    const mark = 'MARKED-SECRET'
    const creds = Buffer.from(JSON.stringify({ type: 'service_account', private_key: mark })).toString('base64')
    const place = { ...made, name: 'SECRETS', prefix: 'secrets/', endpoint: 'http://127.0.0.1:1' }
    const bodies = [
      { type: 'minio', minio: { ...place, accesskey: 'key', secretkey: mark } },
      { type: 's3', s3: { ...place, accesskey: 'key', secretkey: mark } },
      { type: 'azure', azure: { ...place, accountname: 'name', accountkey: Buffer.from(mark).toString('base64') } },
      { type: 'gcs', gcs: { ...place, creds } },
    ]
    const hidden = [mark, Buffer.from(mark).toString('base64'), creds, creds.slice(20, 60)]
    for (const sent of bodies) assert.ok((await ask('POST', '/api/v1/admin/tiers', sent)) >= 400)
    for (const { type, ...sent } of bodies)
      assert.is(await ask('POST', '/api/v1/admin/tiers', { type: type === 's3' ? 'gcs' : 's3', ...sent }), 422)
    for (const sent of bodies) {
      const wrong = Object.fromEntries(
        Object.entries(sent).map(([key, value]) => [
          key,
          typeof value === 'string'
            ? value
            : { ...value, name: mark.toLowerCase(), endpoint: `http://user:${mark}@host/` },
        ]),
      )
      assert.is(await ask('POST', '/api/v1/admin/tiers', wrong), 422)
    }
    await ask('PUT', '/api/v1/admin/tiers/minio/SITE-B/credentials', { access_key: 'key', secret_key: mark })
    await ask('PUT', '/api/v1/admin/tiers/gcs/SITE-B/credentials', { creds })
    assert.is(await ask('PUT', '/api/v1/admin/tiers/nothing/SITE-B/credentials', { secret_key: mark }), 422)
    assert.is(await ask('PUT', '/api/v1/admin/tiers/s3/SITE-B/credentials', { secret_key: mark }), 422)
    assert.is(await ask('GET', '/api/v1/admin/tiers', undefined), 200)
    for (const path of ['admin/tiers/minio/SITE-B/status', 'config-history', 'config-export'])
      await ask('GET', `/api/v1/${path}`, undefined)
    assert.ok(logged.some((line) => line.includes('/api/v1/admin/tiers')))
    for (const text of [...reported, ...logged]) for (const secret of hidden) assert.not(text.includes(secret), text)
  })

  test('an empty tier is removed', async () => {
    if (peer().name !== 'minio') return
    const { tiers } = await peer().as()
    await tiers.remove('SITE-B')
    assert.equal(await tiers.list(), [])
  })
})
