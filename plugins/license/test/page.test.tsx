import { assert, test } from '../../../test/lib/suite.ts'
import LicensePage from '../pages/license.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, findAll, render, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const TIB = 1024 ** 4
const DAY = 86_400_000

let licenseResponse: { status: number; body: object }
let may: boolean

const licensed = (more: object = {}) => ({
  email: 'ops@harbour.example',
  organization: 'Harbour Logistics',
  account_id: 12,
  storage_capacity: 800,
  plan: 'STANDARD',
  expires_at: new Date(Date.now() + 222 * DAY - 3_600_000).toISOString(),
  ...more,
})
const none = (detail?: string) => ({
  status: 404,
  body: { code: 404, message: 'license not found', detailedMessage: detail ?? null },
})

const respond = ({ url }: ReceivedRequest) =>
  new URL(url, 'http://here').pathname.endsWith('/has-permission')
    ? { status: 201, body: { permissions: [{ id: 'keep', can: may }] } }
    : licenseResponse

const open = async (operator: boolean) => {
  startTestSession({ pages: ['/license'], operator, plugins: ['license'] })
  await render(<LicensePage />)
  await until(() => find('table'))
}

const page = () => document.body.textContent ?? ''

test.before.each(async () => {
  may = true
  licenseResponse = none()
  await startFakeServer(respond)
})

test("without a license the plan is Community, and a single storage's console offers only what it can do", async () => {
  await open(false)
  assert.match(page(), 'GNU AGPL v3')
  assert.match(page(), 'CONSOLE_SUBNET_LICENSE')
  assert.is(
    findAll('thead th').find((head) => head.textContent?.includes('Current plan'))?.textContent,
    'CommunityCurrent plan',
  )
  assert.is(
    findAll('button').some(({ textContent }) => textContent === 'Activate' || textContent === 'Refresh Licence'),
    false,
  )
  assert.equal(
    findAll('a').map((link) => link.getAttribute('href')),
    ['https://min.io/pricing?ref=con', 'https://min.io/pricing?ref=con'],
  )
})

test("a cluster's license shows its scope and usage, and that its key was verified here", async () => {
  licenseResponse = { status: 200, body: licensed({ used: 614 * TIB }) }
  await open(true)
  for (const text of [
    'Commercial License',
    'Harbour Logistics',
    'in 222 days',
    'Verified by this console',
    '614.0 TiB of 800 TiB',
    '77%',
    'left for new tenants',
    'To renew it, activate a new key',
    'License and plans of the MinIO storage server',
  ])
    assert.match(page(), text)
  assert.is(find('[role=meter]')?.getAttribute('aria-valuenow'), '77')
  assert.not.ok(findAll('button').some(({ textContent }) => textContent === 'Refresh Licence'))
})

test('usage above the licensed amount shows the difference', async () => {
  licenseResponse = { status: 200, body: licensed({ used: 812 * TIB }) }
  await open(true)
  assert.match(page(), 'over by 12.0 TiB')
  assert.is(find('[role=meter]')?.getAttribute('aria-valuenow'), '100')
})

test('a license that expires within a month shows a warning, and an expired one its date', async () => {
  licenseResponse = {
    status: 200,
    body: licensed({ expires_at: new Date(Date.now() + 3 * DAY - 60_000).toISOString(), plan: 'ENTERPRISE' }),
  }
  await open(true)
  assert.match(page(), 'The license expires in 3 days')
  await unmount()
  licenseResponse = none('This license expired on 2026-01-02')
  await open(true)
  assert.match(page(), 'This license expired on 2026-01-02')
})

test('an account that may store a key activates it, and an invalid key is refused with the reason', async () => {
  await open(true)
  await click(button('Activate'))
  assert.match(page(), 'in a secret of its namespace')
  assert.equal(findAll('[role=dialog] input'), [], 'no vendor account is required')
})

test('an account that may not store secrets sees the reason and no field for a key', async () => {
  may = false
  await open(true)
  await until(() => button('Activate').getAttribute('aria-disabled') === 'true')
})

test('the text of the source license is available', async () => {
  await open(false)
  await click(button('GNU Affero General Public License version 3'))
  await until(() => page().includes('GNU AFFERO GENERAL PUBLIC LICENSE'))
})
