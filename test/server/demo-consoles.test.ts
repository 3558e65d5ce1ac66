import pino from 'pino'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { createOutbound } from '../../engines/outbound/outbound.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { createDemoConsoles } from '../../server/demo-consoles.ts'
import { signIn } from '../lib/server.ts'

const test = suite('consoles of the demonstration’s tenants')

const folder = temporaryFolder('demo')
const keyPair = { accessKey: 'demonstration', secretKey: 'demonstration' }
const options = {
  folder,
  dist: undefined,
  version: '0',
  log: pino({ level: 'silent' }),
  outbound: createOutbound(),
  installed: plugins.map((server) => ({
    id: server.id,
    version: '0',
    origin: 'built-in' as const,
    problem: undefined,
    contributes: {},
    folder: '',
    manifest: undefined,
    server,
  })),
}
const consoles = createDemoConsoles({ ...options, maxConsoles: 2 })
const open = (tenant: string) => consoles.open({ namespace: 'shop', tenant, keyPair })

test.after(async () => {
  await consoles.close()
})

const seeded = ['backups', 'invoices', 'media']

const bucketsAt = async ({ origin }: URL) => {
  const send = await signIn(origin, keyPair)
  const { text } = await send('GET', '/api/v1/buckets')
  return (JSON.parse(text) as { buckets: { name: string }[] }).buckets.map(({ name }) => name)
}

test('a tenant’s console opens with its root credentials, and has sample buckets', async () => {
  const [first, again] = await Promise.all([open('one'), open('one')])
  assert.is(first.href, again.href)
  assert.is(first.hostname, '127.0.0.1')
  assert.equal(await bucketsAt(first), seeded)
})

test('each tenant has a separate storage, which outlives its console', async () => {
  const one = await open('one')
  const send = await signIn(one.origin, keyPair)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'own' })).status, 201)
  assert.equal(await bucketsAt(await open('two')), seeded)
  // the third one stops the first
  await open('three')
  await fetch(one).then(
    () => assert.unreachable('It goes on'),
    () => undefined,
  )
  assert.equal(await bucketsAt(await open('one')), [...seeded, 'own'])
})
