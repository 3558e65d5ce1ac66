import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Engine } from '../../../engines/engine.ts'
import { createMinioEngine } from '../../../engines/minio/engine.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio } from '../../lib/minio.ts'
import { actAs, type Backend } from '../../lib/ports.ts'
import { createOthers, type Others } from '../../lib/others.ts'

const all = suite('policies of a MinIO server')
if (!hasOwnMinio()) console.log(`Policies are not tested on a MinIO server: ${noOwnMinio}`)
const test = hasOwnMinio() ? all : () => all.skip()

let minio: Minio
let engine: Engine
let backend: Backend
let others: Others

all.before(async () => {
  if (!hasOwnMinio()) return
  minio = (await startMinio({ drives: 1 })) as Minio
  engine = createMinioEngine({ url: new URL(minio.url) })
  backend = await actAs(engine, await engine.login(minio.root))
  others = createOthers(minio)
})
all.after(async () => {
  others?.close()
  await engine?.close()
  await minio?.stop()
})

const document = (statement: object) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Resource: ['arn:aws:s3:::photos/*'], ...statement }],
})
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { status: number; message: string }) => error,
  )

test('what the server would lose or choke on is refused before it is sent, and nothing is stored', async () => {
  const action = { Action: ['s3:GetObject'] }
  for (const [text, word] of [
    [document({ NotAction: ['s3:GetObject'] }), /Statement 1: .*"NotAction"/],
    [document({ notaction: 's3:GetObject' }), /"NotAction"/],
    [document({ ...action, Principal: '*' }), /Statement 1: "Principal" is not a key/],
    [{ ...document(action), Comment: 'for the team' }, /"Comment" is not a key/],
  ] as const) {
    const said = await refusal(backend.policies.set('lost', JSON.stringify(text)))
    assert.is(said?.status, 400)
    assert.match(said?.message ?? '', word)
    assert.is((await refusal(backend.identity.addAccount({ policy: JSON.stringify(text) })))?.status, 400)
  }
  assert.is((await refusal(backend.policies.get('lost')))?.status, 404)
})

test('keys in the case that other programs give them are kept', async () => {
  await backend.policies.set(
    'cased',
    JSON.stringify({ ...document({ Action: 's3:GetObject', sid: 'one' }), Id: 'mine' }),
  )
  const { ID, Statement } = JSON.parse((await backend.policies.get('cased')).policy)
  assert.equal([ID, Statement[0].Sid, Statement[0].Action], ['mine', 'one', ['s3:GetObject']])
})

test('one policy that the server cannot show breaks no list, is named, and is deleted like any other', async () => {
  await others.call({ method: 'PUT', path: '/photos' })
  await backend.policies.set('used', JSON.stringify(document({ Action: ['s3:GetObject'] })))
  for (const accessKey of ['reader', 'odd-one'])
    await backend.identity.addUser({ accessKey, secretKey: 'long-enough', groups: [], policies: ['used'] })
  for (const name of ['odd', 'loose']) await others.policy(name, document({ NotAction: ['s3:GetObject'] }))
  await backend.identity.setPolicy({ type: 'user', name: 'odd-one' }, ['odd'])

  const { policies, incomplete } = await backend.policies.list()
  assert.equal(
    policies.map(({ name }) => name),
    ['consoleAdmin', 'diagnostics', 'odd', 'readonly', 'readwrite', 'used', 'writeonly'],
  )
  assert.equal(
    policies.filter(({ problem }) => problem).map(({ name }) => name),
    ['odd'],
  )
  assert.match(incomplete ?? '', /cannot show "odd"/)
  assert.ok((await backend.buckets.policies('photos')).some(({ name }) => name === 'used'))
  assert.ok((await backend.buckets.reaching('photos')).some(({ user }) => user === 'reader'))

  await backend.identity.setPolicy({ type: 'user', name: 'odd-one' }, [])
  await backend.policies.remove('odd')
  assert.match((await backend.policies.list()).incomplete ?? '', /assigned to nobody/)
  await backend.policies.remove('loose')
  const after = await backend.policies.list()
  assert.is(after.incomplete, undefined)
  assert.ok(after.policies.some(({ name }) => name === 'cased'))
  assert.is((await refusal(backend.policies.remove('odd')))?.status, 404)
})

all.run()
