import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { assert, suite } from '../lib/suite.ts'
import { closeAtEnd } from '../lib/close-at-end.ts'
import { mountDisk, noDisk } from '../lib/small-disk.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { backUp } from '../../engines/embedded/backup.ts'
import { checkFolder } from '../../engines/embedded/check.ts'
import { createEmbeddedEngine } from '../../engines/embedded/engine.ts'
import { openHistory } from '../../plugins/dashboard/backend/history/history.ts'
import { createFileMedium } from '../../plugins/dashboard/backend/history/medium.ts'
import { hostOn, type Send } from './host.ts'

const test = suite('upgrades')
const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
const MiB = 1024 * 1024

/** Data folders of earlier builds, made by `test/fixtures/make.mjs`; the first had no audit, alerts or parts. */
const releases = { '2026-11-21': { isFirst: true }, '2026-11-23': { isFirst: false } }
type Release = keyof typeof releases

const unpack = (release: Release, folder = temporaryFolder('upgrade')) => {
  execFileSync('tar', [
    '--extract',
    '--gzip',
    '--file',
    resolve(`test/fixtures/${release}.tar.gz`),
    '--directory',
    folder,
  ])
  return folder
}

/** Opens a folder at the date it was made: incomplete uploads and audit records are deleted at some age. */
const open = async (folder: string) => {
  const made = statSync(join(folder, 'encryption.key')).mtimeMs
  const engine = await createEmbeddedEngine({ folder, root, version: '1.0.0', clock: () => made })
  const host = await hostOn(engine, root)
  return { host, close: () => host.stop().then(() => engine.close()) }
}

const json = async <Body>(send: Send, method: string, path: string, body?: unknown): Promise<Body> => {
  const response = await send(method, path, body)
  assert.ok(response.statusCode < 300, `${method} ${path}: ${response.statusCode} ${response.payload}`)
  return (response.payload ? response.json() : undefined) as Body
}

const textOf = async (send: Send, bucket: string, key: string, version = '') => {
  const query = new URLSearchParams({ prefix: key, version_id: version })
  const response = await send('GET', `/api/v1/buckets/${bucket}/objects/download?${query}`)
  return `${response.statusCode} ${response.payload}`
}

type Listed = { objects: { name: string; version_id: string; is_delete_marker?: boolean }[] }
type Names = { groups: string[] } & { users: { accessKey: string; policy: string[]; memberOf: string[] }[] }

const checkAccounts = async (admin: Send, ana: Send) => {
  const { users } = await json<Names>(admin, 'GET', '/api/v1/users')
  assert.equal(
    users.map(({ accessKey, policy, memberOf }) => ({ accessKey, policy, memberOf })),
    [{ accessKey: 'ana', policy: ['photos-reader'], memberOf: ['readers'] }],
  )
  assert.equal((await json<Names>(admin, 'GET', '/api/v1/groups')).groups, ['readers'])
  assert.match((await admin('GET', '/api/v1/policy?name=photos-reader')).payload, /arn:aws:s3:::photos/)
  assert.is(await textOf(ana, 'photos', 'summer/lake.txt'), '200 second version')
  assert.is((await ana('GET', '/api/v1/users')).statusCode, 403)
}

const checkObjects = async (admin: Send) => {
  const { objects } = await json<Listed>(
    admin,
    'GET',
    '/api/v1/buckets/photos/objects?prefix=summer/lake.txt&with_versions=true&recursive=true',
  )
  const texts = await Promise.all(objects.map((one) => textOf(admin, 'photos', one.name, one.version_id)))
  assert.equal(texts, ['200 second version', '200 first version'])
  assert.match((await admin('GET', '/api/v1/buckets/photos/objects/info?prefix=summer/lake.txt')).payload, /"summer"/)
  assert.match(await textOf(admin, 'photos', 'deleted.txt'), /^404/)
  assert.is(await textOf(admin, 'private', 'secret.txt'), '200 encrypted on disk')
  assert.match((await admin('GET', '/api/v1/buckets/private/quota')).payload, /1048576/)
  assert.match((await admin('GET', '/api/v1/buckets/photos/lifecycle')).payload, /"old\/"/)

  assert.is(await textOf(admin, 'records', 'contract.txt'), '200 locked for a hundred years')
  const locked = await json<Listed>(admin, 'GET', '/api/v1/buckets/records/objects?with_versions=true&recursive=true')
  const [{ version_id: version } = { version_id: '' }] = locked.objects
  const path = `/api/v1/buckets/records/objects?path=contract.txt&version_id=${version}`
  assert.match((await admin('DELETE', path)).payload, /object is WORM protected/i)
}

const sumOf = (bytes: Buffer) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum.toString('base64')
}

/** Sends the second part of an upload whose first part the earlier build stored. */
const finishUpload = async (admin: Send) => {
  const { uploads } = await json<{ uploads: { id: string }[] }>(admin, 'GET', '/api/v1/buckets/photos/uploads')
  const [{ id } = { id: '' }] = uploads
  const query = new URLSearchParams({ key: 'film.bin', id })
  type Parts = { parts: { number: number; etag: string }[] }
  const { parts } = await json<Parts>(admin, 'GET', `/api/v1/buckets/photos/uploads/parts?${query}`)
  const rest = Buffer.alloc(MiB, 'x')
  const head = `--part\r\ncontent-disposition: form-data; name="${MiB}"; filename="file"\r\n\r\n`
  const sent = await admin(
    'POST',
    `/api/v1/buckets/photos/uploads/parts?${query}&number=2&crc32=${encodeURIComponent(sumOf(rest))}`,
    Buffer.concat([Buffer.from(head), rest, Buffer.from('\r\n--part--\r\n')]),
    { 'content-type': 'multipart/form-data; boundary=part' },
  )
  assert.is(sent.statusCode, 200, sent.payload)
  await json(admin, 'POST', '/api/v1/buckets/photos/uploads/complete', {
    key: 'film.bin',
    id,
    parts: [
      { etag: parts[0]?.etag, crc32: sumOf(Buffer.alloc(16 * MiB)) },
      { etag: (sent.json() as { etag: string }).etag, crc32: sumOf(rest) },
    ],
  })
  assert.match((await admin('GET', '/api/v1/buckets/photos/objects/info?prefix=film.bin')).payload, /17825792/)
}

const checkLater = async (admin: Send) => {
  await finishUpload(admin)
  assert.match((await admin('GET', '/api/v1/admin/notification_endpoints')).payload, /"hook"/)
  assert.match((await admin('GET', '/api/v1/buckets/photos/events')).payload, /hook:webhook/)
  assert.match((await admin('GET', '/api/v1/configs/api')).payload, /"77"/)
  assert.match((await admin('GET', '/api/v1/config-history')).payload, /requests_max/)
  const { rules, endpoint } = await json<{ rules: { id: string; threshold: number }[]; endpoint: string }>(
    admin,
    'GET',
    '/api/v1/admin/alerts/rules',
  )
  assert.is(rules.find(({ id }) => id.startsWith('own-'))?.threshold, 12)
  assert.match(endpoint, /\/alerts$/)
  const { results } = await json<{ results: unknown[] }>(admin, 'GET', '/api/v1/logs/search?pageSize=100')
  assert.match(JSON.stringify(results), /photos-reader/)
  assert.ok(results.length > 10, String(results.length))
}

const formatOf = (folder: string) => (JSON.parse(readFileSync(join(folder, 'format.json'), 'utf8')) as object) ?? {}
const copiesIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('before-format-'))

for (const [release, { isFirst }] of Object.entries(releases) as [Release, { isFirst: boolean }][]) {
  test(`a data folder of ${release} opens with its accounts, objects, locks and settings`, async () => {
    const folder = unpack(release)
    const { host, close } = await open(folder)
    const admin = await host.as(root)
    await checkAccounts(admin, await host.as({ accessKey: 'ana', secretKey: 'a-secret-of-ana' }))
    await host.as({ accessKey: 'robot-key', secretKey: 'a-secret-of-the-robot' })
    await checkObjects(admin)
    if (!isFirst) await checkLater(admin)
    await close()
    assert.equal((await checkFolder(folder)).problems, [])
  })

  test(`the index of ${release} is copied before it is migrated, once`, async () => {
    const folder = unpack(release)
    await (await open(folder)).close()
    assert.equal(formatOf(folder), { storage: 'stowage', version: 2 })
    const [copy = ''] = copiesIn(folder)
    assert.equal(formatOf(join(folder, copy)), { storage: 'stowage', version: 1 })
    assert.ok(statSync(join(folder, copy, 'index/data.mdb')).size > 0)
    await (await open(folder)).close()
    assert.equal(copiesIn(folder), [copy])
  })

  test(`a check and a backup leave the folder of ${release} in its format`, async () => {
    const folder = unpack(release)
    assert.equal((await checkFolder(folder)).problems, [])
    const backup = join(temporaryFolder('upgrade'), 'backup')
    await backUp(folder, backup, { withKey: true })
    for (const one of [folder, backup]) assert.equal(formatOf(one), { storage: 'stowage', version: 1 })
    const { host, close } = await open(backup)
    await checkObjects(await host.as(root))
    await close()
  })
}

test('an interrupted copy of the index is deleted, also by starts within one second', async () => {
  const folder = unpack('2026-11-23')
  for (const name of ['before-format-2-20261128T163734Z.new', 'before-format-2-20261128T163734000Z.new']) {
    mkdirSync(join(folder, name, 'index'), { recursive: true })
    writeFileSync(join(folder, name, 'index/data.mdb'), 'a part of the index')
  }
  await (await open(folder)).close()
  assert.is(copiesIn(folder).length, 1)
  assert.not.match(copiesIn(folder).join(), /\.new/)
  writeFileSync(join(folder, 'format.json'), '{"version":1}')
  await (await open(folder)).close()
  assert.is(copiesIn(folder).length, 2)
})

const disk = mountDisk(48)
if (!disk) console.log(`Upgrades on a full disk are skipped: ${noDisk}`)
const onDisk = disk ? test : Object.assign(() => test.skip(), test)

onDisk('a folder whose index does not fit on the disk twice is left as it was, and the sizes are named', async () => {
  const folder = unpack('2026-11-23', disk?.folder)
  closeAtEnd(() => disk?.unmount())
  const size = statSync(join(folder, 'index/data.mdb')).size
  // takes no space of the disk
  truncateSync(join(folder, 'index/data.mdb'), 64 * MiB)
  const refusal = await open(folder).then(
    () => 'opened',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  assert.match(
    refusal,
    /^StartError: \S+ is of an earlier version.* needs up to 64\.0 MiB, but only \S+ MiB are free; free/,
  )
  assert.equal(copiesIn(folder), [])
  assert.is((formatOf(folder) as { version: number }).version, 1)
  truncateSync(join(folder, 'index/data.mdb'), size)
  await (await open(folder)).close()
  assert.is(copiesIn(folder).length, 1)
})

test('the metrics history of an earlier build is continued', async () => {
  const history = await openHistory(await createFileMedium(join(unpack('2026-11-23'), 'history')), [])
  assert.ok((history.since() ?? 0) > Date.UTC(2026, 10, 26) / 1000)
  await history.close()
})
