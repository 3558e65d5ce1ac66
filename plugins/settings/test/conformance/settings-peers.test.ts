import { assert, suite } from '../../../../test/lib/suite.ts'
import { openMinioEngine } from '../../../../test/lib/minio-engine.ts'
import { settingsOf } from '../../sections.ts'
import { pluginSection } from '../plugin-sections.ts'
import { type Clouds, startClouds } from '../../../../test/lib/clouds.ts'
import { hasEtcd, noEtcd, startEtcd } from '../../../../test/lib/etcd.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio } from '../../../../test/lib/minio.ts'
import { actAs } from '../../../../test/lib/ports.ts'
import type { Engine } from '../../../../engines/engine.ts'
import { closeAtEnd } from '../../../../test/lib/close-at-end.ts'

/** Settings of a MinIO server that refer to other servers, which it contacts on saving or at its start. */
const test = suite('settings of a MinIO server that refer to other servers')

let minio: Minio
let clouds: Clouds
let engine: Engine

const ports = async () => actAs(engine, await engine.login(minio.root))
const restart = async () => engine.restart(await engine.login(minio.root))

const each = (title: string, run: () => Promise<void>, skipReason?: string) => {
  const missing = hasOwnMinio() ? skipReason : noOwnMinio
  if (!missing) return void test(title, run)
  console.log(`"${title}" is skipped: ${missing}`)
  test.skip(title)
}

if (hasOwnMinio()) {
  test.before(async () => {
    clouds = await startClouds()
    // Google's library uses this address instead, without authentication
    const started = await startMinio({ env: { STORAGE_EMULATOR_HOST: clouds.url, MINIO_SCANNER_SPEED: undefined } })
    if (!started) throw new Error(noOwnMinio)
    minio = started
    engine = openMinioEngine(minio.url)
  })
  test.after(async () => {
    await minio?.stop()
    await clouds?.close()
  })
}

each(
  'tiers at Google and Azure are tested, saved with every field, reported as reachable, given new credentials and removed',
  async () => {
    const file = (key: string) =>
      Buffer.from(
        JSON.stringify({
          type: 'service_account',
          client_email: 'tier@project.example',
          private_key_id: 'one',
          private_key: key,
          token_uri: 'https://oauth2.example/token',
        }),
      ).toString('base64')
    const google = {
      name: 'GOOGLE-1',
      endpoint: 'https://storage.googleapis.com/',
      bucket: 'far-away',
      prefix: 'from/here',
      region: 'europe-west1',
    }
    const azure = {
      name: 'AZURE_2',
      endpoint: clouds.url,
      bucket: 'container',
      prefix: 'from/here',
      region: 'westeurope',
    }
    const { tiers } = await ports()
    await tiers.add({ type: 'gcs', gcs: { ...google, creds: file('a+b/c?') } })
    await tiers.add({
      type: 'azure',
      azure: { ...azure, accountname: 'harbour', accountkey: Buffer.from('an account key').toString('base64') },
    })
    assert.equal([...clouds.accounts], ['harbour'])
    // test objects have been deleted
    assert.is(clouds.stored.size, 0)
    await restart()
    const again = (await ports()).tiers
    const storedTiers = await again.list()
    assert.equal(
      storedTiers.map(({ type, gcs, azure: blobs }) => gcs ?? { ...blobs, type }),
      [
        { ...azure, accountname: 'harbour', accountkey: 'REDACTED', type: 'azure' },
        { ...google, creds: 'REDACTED' },
      ],
    )
    for (const name of [google.name, azure.name]) assert.is((await again.verify(name)).status, 'online', name)
    await again.rotate(google.name, { creds: file('another') })
    await again.rotate(azure.name, { access: 'harbour', secret: Buffer.from('another key').toString('base64') })
    for (const name of [google.name, azure.name]) await again.remove(name)
    assert.equal(await again.list(), [])
  },
)

each('the scanner speed is saved with every field', async () => {
  const { settings } = await ports()
  const { settings: reported, dynamic } = await settings.section('scanner')
  const values: Record<string, string> = {
    speed: 'slow',
    alert_excess_versions: '50',
    alert_excess_folders: '60000',
    comment: 'by night',
    delay: '10',
    max_wait: '15s',
    cycle: '1m',
  }
  const scannerValues = Object.fromEntries(
    settingsOf(pluginSection('scanner'), reported).map(({ key }) => [key, values[key] ?? '']),
  )
  assert.ok(scannerValues.speed && dynamic)
  assert.is(await settings.save('scanner', '_', scannerValues), 'now')
  const [stored] = (await settings.section('scanner')).targets
  for (const [key, value] of Object.entries(scannerValues)) assert.is(stored?.values[key], value, key)
})

each(
  'etcd is kept with every field, and is where accounts are from the restart on',
  async () => {
    const etcd = await startEtcd()
    closeAtEnd(etcd.stop)
    const { settings } = await ports()
    // certificates are read only for connections with TLS
    const values = {
      endpoints: etcd.url,
      path_prefix: 'harbour/',
      coredns_path: '/dns',
      client_cert: '/etc/harbour.crt',
      client_cert_key: '/etc/harbour.key',
      comment: 'for = all; sites',
    }
    assert.is(await settings.save('etcd', '_', values), 'restarted')
    const [before] = (await settings.section('etcd')).targets
    assert.equal([before?.values.endpoints, before?.pendingValues], ['', values])
    // etcd also stores the sessions, which are lost
    await minio.restart()
    const { settings: after, identity } = await ports()
    const [stored] = (await after.section('etcd')).targets
    for (const [key, value] of Object.entries(values)) assert.is(stored?.values[key], value, key)
    await identity.addUser({ accessKey: 'clerk', secretKey: 'user-secret-key', groups: [], policies: [] })
    assert.ok(
      (await etcd.stored()).some((key) => key.startsWith('harbour/') && key.includes('clerk')),
      (await etcd.stored()).join('\n'),
    )
    assert.is(await after.reset('etcd', '_'), 'restarted')
    await minio.restart()
    assert.is((await (await ports()).settings.section('etcd')).targets[0]?.values.endpoints, '')
  },
  hasEtcd() ? undefined : noEtcd,
)
