import { assert, test } from '../../../test/lib/suite.ts'
import { navigate } from '../../../core/web/location.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { SetMultipleReplication } from '../pages/replication/bulk.tsx'
import * as clock from '../../../test/lib/fake-clock.ts'
import { button, click, field, find, findAll, flush, press, render, type, until } from '../../../test/lib/react.tsx'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'

let line: Awaited<ReturnType<typeof startFakeServer>>
let answers: Record<string, (sent: ReceivedRequest) => FakeResponse | Promise<FakeResponse>>

const respond = (sent: ReceivedRequest) => answers[`${sent.method} ${sent.url}`]?.(sent) ?? { status: 204 }

test.before.each(async () => {
  answers = {}
  line = await startFakeServer(respond)
  startTestSession({
    pages: ['/buckets'],
    features: ['administration', 'replication', 'versions'],
    plugins: ['buckets'],
  })
})

test.after.each(async () => {
  // a dialog that a test leaves open is in the address
  await navigate('/', { force: true, replace: true })
})

const listed = (name: string) => ({
  name,
  creation_date: '',
  rw_access: { read: true, write: true },
  permissions: { manage: true, delete: true },
  details: { versioning: true, versioningSuspended: false, locking: false, replication: false },
})

const renderBulk = async (names: string[], remotes: string[]) => {
  answers['POST /api/v1/list-external-buckets'] = () => ({ body: { buckets: remotes.map((name) => ({ name })) } })
  let closed = false
  await render(
    <>
      <SetMultipleReplication chosen={names.map(listed)} onClose={() => (closed = true)} onDone={() => {}} />
      <ConfirmDialogs />
    </>,
  )
  await type(field('Target URL'), 'storage.example.com:9000')
  await type(field('Access Key'), 'REPL')
  await type(field('Secret Key'), 'some-secret')
  await click(button('Next'))
  await until(() => field(`Remote bucket for ${names[0]}`))
  return () => closed
}

test('buckets of the same name are paired, and one without a remote bucket disables Create', async () => {
  await renderBulk(['one', 'two'], ['one', 'three'])
  assert.equal(
    ['one', 'two'].map((name) => (field(`Remote bucket for ${name}`) as HTMLSelectElement).value),
    ['one', ''],
  )
  assert.is(button('Create').getAttribute('aria-disabled'), 'true')
  await until(() => assert.match(document.body.textContent, /1 bucket has no remote bucket/))
  const connection = line.sent.findLast(({ url }) => url === '/api/v1/list-external-buckets')
  assert.equal(JSON.parse(connection?.body ?? ''), {
    accessKey: 'REPL',
    secretKey: 'some-secret',
    targetURL: 'storage.example.com:9000',
    useTLS: true,
  })
  await type(field('Remote bucket for two'), 'three')
  await click(button('Back'))
  await click(button('Next'))
  await until(() => assert.is((field('Remote bucket for two') as HTMLSelectElement).value, 'three'))
})

test('Escape asks before it discards the connection and the assignments', async () => {
  const closed = await renderBulk(['one', 'two'], ['one', 'three'])
  await press('Escape')
  assert.is(closed(), false)
  await click(button('Keep Editing'))
  await click(button('Back'))
  await press('Escape')
  assert.is(closed(), false)
  await click(button('Discard'))
  assert.is(closed(), true)
})

test('a bucket that succeeds disappears after half a second, and one that fails stays with the reason', async () => {
  const names = ['one', 'two']
  let bad: string[] = ['two']
  const closed = await renderBulk(names, names)
  answers['POST /api/v1/buckets-replication'] = ({ body }) => {
    const [{ originBucket = '' } = {}] = (JSON.parse(body) as { bucketsRelation: { originBucket: string }[] })
      .bucketsRelation
    return {
      body: {
        replicationState: [
          {
            originBucket,
            targetBucket: originBucket,
            errorString: bad.includes(originBucket) ? 'Target Bucket: no versions' : '',
          },
        ],
      },
    }
  }
  clock.stopClock()
  await click(button('Create'))
  await until(() => assert.match(find('[role=dialog]').textContent, /Replicating/))
  await until(() => assert.match(find('[role=dialog]').textContent, /no versions/))
  clock.advanceClock(499)
  await flush()
  assert.is(findAll('[role=dialog] ul > li').length, 2)
  clock.advanceClock(1)
  clock.restoreClock()
  await until(() => assert.is(findAll('[role=dialog] ul > li').length, 1))
  assert.not.ok(closed())
  bad = []
  await until(() => assert.not.ok(button('Create').getAttribute('aria-busy')))
  await click(button('Create'))
  await until(() => assert.ok(closed()))
})

test('Stop lets setups in progress finish and starts no others', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `bucket-${index}`)
  await renderBulk(names, names)
  const waiting: (() => void)[] = []
  answers['POST /api/v1/buckets-replication'] = async ({ body }) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    const [{ originBucket = '' } = {}] = (JSON.parse(body) as { bucketsRelation: { originBucket: string }[] })
      .bucketsRelation
    return { body: { replicationState: [{ originBucket, targetBucket: originBucket }] } }
  }
  await click(button('Create'))
  await until(() => assert.is(waiting.length, 4))
  await click(button('Stop'))
  for (const end of waiting) end()
  await until(() => assert.is(findAll('[role=dialog] ul > li').length, 5))
  assert.is(waiting.length, 4)
})
