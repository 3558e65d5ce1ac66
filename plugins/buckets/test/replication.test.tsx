import { assert, test } from '../../../test/lib/suite.ts'
import { navigate } from '../../../core/web/location.ts'
import { banners } from '../../../core/web/toasts.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Replication } from '../pages/replication.tsx'
import type { ReplicationRule } from '../replication.ts'
import { button, click, field, find, findAll, render, type, unmount, until } from '../../../test/lib/react.tsx'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'

let line: Awaited<ReturnType<typeof startFakeServer>>
let rules: ReplicationRule[]
let siteReplication: boolean
let answers: Record<string, (sent: ReceivedRequest) => FakeResponse | Promise<FakeResponse>>
let refused: string[]

const rule = (id: string, more: object = {}): ReplicationRule => ({
  id,
  status: 'Enabled',
  priority: 1,
  destination: { bucket: `arn:minio:replication::x:copy-${id}` },
  existing_objects: true,
  syncMode: 'async',
  bandwidth: '0',
  healthCheckPeriod: 60,
  target: { endpoint: 'storage.example.com:443', secure: true, accessKey: 'REPL', region: '', online: true },
  ...more,
})

const none = { objects: 0, bytes: 0 }
const figures = (arn: string, more: object = {}) => ({
  arn,
  replicated: none,
  failed: none,
  failedLastMinute: none,
  failedLastHour: none,
  rate: 0,
  ...more,
})

const respond = (sent: ReceivedRequest): FakeResponse | Promise<FakeResponse> => {
  const own = Object.entries(answers).find(([path]) => `${sent.method} ${sent.url}`.startsWith(path))
  if (own) return own[1](sent)
  if (sent.url.endsWith('/has-permission')) {
    const { actions } = JSON.parse(sent.body) as { actions: { id: string; action: string }[] }
    return {
      status: 201,
      body: { permissions: actions.map(({ id, action }) => ({ id, can: !refused.includes(action) })) },
    }
  }
  if (sent.url.endsWith('/replication-status'))
    return {
      body: {
        pending: { objects: 3, bytes: 2048 },
        uptime: 60,
        targets: rules.map(({ destination }) => figures(destination.bucket)),
      },
    }
  if (sent.url.endsWith('/replication')) return { body: { rules, siteReplication } }
  return { status: 204 }
}

const renderTab = () =>
  render(
    <>
      <Replication bucket="ledger" onChanged={async () => {}} />
      <ConfirmDialogs />
    </>,
  )
const bodyOf = (method: string, path: string) => {
  const found = line.sent.findLast((one) => one.method === method && one.url.startsWith(path))
  if (!found) throw new Error(`Nothing was sent to ${method} ${path}`)
  return JSON.parse(found.body) as Record<string, unknown>
}
const shows = (text: string | RegExp) => until(() => assert.match(document.body.textContent, text))

test.before.each(async () => {
  rules = []
  siteReplication = false
  answers = {}
  refused = []
  banners.messages = []
  line = await startFakeServer(respond)
  startTestSession({
    pages: ['/buckets'],
    features: ['administration', 'replication', 'versions'],
    distributedMode: true,
    plugins: ['buckets'],
  })
})

test.after.each(async () => {
  // a dialog that a test leaves open is in the address
  await navigate('/', { force: true, replace: true })
})

const fill = async () => {
  await type(field('Target URL'), 'storage.example.com:9000')
  await type(field('Access Key'), 'REPL')
  await type(field('Secret Key'), 'some-secret')
}

/** Opens the dialog that adds a rule, and fills in its required fields. */
const fillRule = async () => {
  await renderTab()
  await until(() => button('Add Replication Rule'))
  await click(button('Add Replication Rule'))
  await fill()
  await type(field('Target Bucket'), 'copy')
}

test('a rule is sent with the defaults and an https address', async () => {
  answers['POST /api/v1/buckets-replication'] = () => ({
    body: { replicationState: [{ originBucket: 'ledger', targetBucket: 'copy' }] },
  })
  await fillRule()
  await click(button('Save'))
  await until(() => assert.is(findAll('[role=dialog]').length, 0))
  assert.equal(bodyOf('POST', '/api/v1/buckets-replication'), {
    accessKey: 'REPL',
    secretKey: 'some-secret',
    targetURL: 'https://storage.example.com:9000',
    bucketsRelation: [{ originBucket: 'ledger', destinationBucket: 'copy' }],
    syncMode: 'async',
    bandwidth: 100 * 2 ** 30,
    healthCheckPeriod: 60,
    tags: '',
    replicateExisting: true,
    replicateMetadata: false,
    replicateDeleteMarkers: true,
    replicateDeletes: true,
  })
})

test('a synchronous rule sends no bandwidth, and an error is shown in the dialog and at its field', async () => {
  answers['POST /api/v1/buckets-replication'] = () => ({
    body: {
      replicationState: [
        {
          originBucket: 'ledger',
          targetBucket: 'copy',
          errorString: 'Target URL: the storage server cannot sign in',
          field: 'targetURL',
        },
      ],
    },
  })
  await fillRule()
  await type(field('Replication Mode'), 'sync')
  assert.not.ok(findAll('input').some((one) => one.getAttribute('name') === 'bandwidth'))
  await click(button('Save'))
  await until(() => assert.match(find('[data-field=targetURL]').textContent, /cannot sign in/))
  assert.is(bodyOf('POST', '/api/v1/buckets-replication').bandwidth, 0)
})

test('an error without a message changes nothing and is reported', async () => {
  answers['POST /api/v1/buckets-replication'] = () => ({ body: { replicationState: [] } })
  await fillRule()
  await click(button('Save'))
  await shows(/No changes applied/)
})

test('a connection test shows the failed step, and is marked as outdated after a change', async () => {
  answers['POST /api/v1/replication-test'] = () => ({
    body: {
      steps: [
        { name: 'DNS', state: 'passed', text: '10.0.0.1 in 1 ms' },
        { name: 'TLS', state: 'failed', text: 'the certificate cannot be trusted' },
        { name: 'Sign-in', state: 'skipped', text: 'Not tested: TLS comes first' },
      ],
    },
  })
  await renderTab()
  await until(() => button('Add Replication Rule'))
  await click(button('Add Replication Rule'))
  assert.is(button('Test').getAttribute('aria-disabled'), 'true')
  await fill()
  await type(field('Target Bucket'), 'copy')
  await click(button('Test'))
  await shows(/the certificate cannot be trusted/)
  assert.equal(
    findAll('[aria-label="Test connection"] li svg').map((icon) => icon.getAttribute('aria-label')),
    ['good', 'failed', 'not tested'],
  )
  assert.not.match(document.body.textContent, /Before your last change/)
  await type(field('Target Bucket'), 'other')
  await shows(/Before your last change/)
})

/** Opens the dialog that edits the first rule of the table. */
const openEdit = async () => {
  await renderTab()
  await until(() => assert.is(findAll('[role=row]').length, rules.length + 1))
  await click(find('[aria-label="More actions"]'))
  await until(() => assert.ok(findAll('[role=menuitem]').length > 0))
  await click(findAll('[role=menuitem]').find((one) => one.textContent === 'Edit') ?? find('main'))
  await until(() => assert.match(find('[role=dialog]').textContent, /Edit Replication Rule/))
}
const save = async () => {
  await click(button('Save'))
  await until(() => assert.is(findAll('[role=dialog]').length, 0))
}

test('an edit sends only the fields that were changed in the dialog', async () => {
  rules = [rule('a'), rule('b', { priority: 2, tags: 'k=v', prefix: 'p/', deletes_replication: true })]
  await openEdit()
  await type(field('Priority'), '8')
  await save()
  assert.equal(bodyOf('PUT', '/api/v1/buckets/ledger/replication/b'), { priority: 8 })
  await unmount()
  await openEdit()
  await type(field('Health Check Duration'), '90')
  await save()
  assert.equal(bodyOf('PUT', '/api/v1/buckets/ledger/replication/b'), { target: { healthCheckPeriod: 90 } })
})

test('an account that may not set targets cannot add rules and sees the missing permission', async () => {
  refused = ['admin:SetBucketTarget']
  await renderTab()
  await until(() => assert.is(button('Add Replication Rule').getAttribute('aria-disabled'), 'true'))
  await shows(/admin:SetBucketTarget/)
})

/** Has the server report these figures of the target of rule `a`. */
const reportTarget = (more: object) => {
  const targets = [figures('arn:minio:replication::x:copy-a', more)]
  answers['GET /api/v1/buckets/ledger/replication-status'] = () => ({ body: { pending: none, uptime: 5, targets } })
}

test('an unreachable target marks its rule as failing, and unknown figures are not shown as 0', async () => {
  rules = [rule('a')]
  reportTarget({ online: false, error: 'storage.example.com does not respond to the storage server' })
  await renderTab()
  await shows(/Failing/)
  await click(find('[data-index] [aria-label=Status]'))
  await shows(/does not respond to the storage server/)
  answers['GET /api/v1/buckets/ledger/replication-check'] = () => ({
    body: { ok: false, text: 'The target does not know the keys' },
  })
  await click(button('Test Connection'))
  await shows(/The target does not know the keys/)
  answers['GET /api/v1/buckets/ledger/replication-status'] = () => ({ status: 500, body: { message: 'no' } })
  await unmount()
  await renderTab()
  await shows(/N\/A/)
})

test('rules of site replication can be neither changed nor removed, and the buttons say why', async () => {
  rules = [rule('site-repl-5c4f')]
  siteReplication = true
  await renderTab()
  await shows(/site-repl-5c4f/)
  for (const label of ['Add Replication Rule', 'Remove Replication']) {
    assert.is(button(label).getAttribute('aria-disabled'), 'true', label)
  }
  await shows(/Site replication is on and manages the rules of all buckets/)
  await click(find('[aria-label="More actions"]'))
  await until(() => assert.ok(findAll('[role=menuitem]').length > 0))
  const disabled = findAll('[role=menuitem][aria-disabled=true]').map(({ textContent }) => textContent)
  for (const label of ['Pause', 'Edit', 'Delete'])
    assert.ok(
      disabled.some((text) => text?.startsWith(label)) ||
        find(`[data-index] [aria-label=${label}]`).getAttribute('aria-disabled') === 'true',
      label,
    )
})

test('during site replication, a bucket without rules offers none, and afterwards leftover rules can be removed', async () => {
  siteReplication = true
  await renderTab()
  await shows(/Site replication is on and manages the rules of all buckets/)
  assert.is(button('Add Replication Rule').getAttribute('aria-disabled'), 'true')
  await unmount()
  siteReplication = false
  rules = [rule('site-repl-5c4f')]
  await renderTab()
  await shows(/site-repl-5c4f/)
  assert.is(button('Remove Replication').getAttribute('aria-disabled'), null)
})

test('a target that the storage server has not contacted since it started is neither failing nor offline', async () => {
  const { online: _, ...target } = { ...rule('a').target }
  rules = [rule('a', { target })]
  await renderTab()
  await shows(/Not contacted yet/)
  assert.not.match(document.body.textContent, /Failing/)
  await click(find('[data-index] [aria-label=Status]'))
  await shows(/storage\.example\.com, not contacted yet/)
})

test('failed attempts are labeled as attempts, since their objects may have arrived', async () => {
  rules = [rule('a')]
  const failed = { objects: 10, bytes: 2048 }
  reportTarget({ failed, failedLastHour: failed })
  await renderTab()
  await shows(/Failed10 attempts, 2\.0 KiB/)
  await shows(/Failed recently/)
  await click(find('[data-index] [aria-label=Status]'))
  await shows(/Failed, Last Hour10 attempts, 2\.0 KiB/)
})
