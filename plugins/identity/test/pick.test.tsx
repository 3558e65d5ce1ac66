import { useState } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { PickPolicies } from '../pages/pick.tsx'
import { SetGroups } from '../pages/set-groups.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, cleanup, click, field, find, findAll, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const names = ['alpha', 'beta', 'gamma', 'readonly']
const policy = (name: string) => ({
  name,
  policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${name}/*`] }],
  }),
})
/** Policies of the groups, and the request of a change. */
let groups: Record<string, string>
let put: ReceivedRequest[]

const answer = (sent: ReceivedRequest) => {
  const at = new URL(sent.url, 'http://here')
  if (sent.method === 'PUT') put.push(sent)
  if (at.pathname.endsWith('/policies')) return { body: { policies: names.map(policy), total: names.length } }
  if (at.pathname.endsWith('/groups')) return { body: { groups: Object.keys(groups), total: 2 } }
  if (at.pathname.endsWith('/access/administrators'))
    return { body: { before: [], after: [], perhaps: [], root: 'on', elsewhere: 'none', unread: [] } }
  const name = at.searchParams.get('name') ?? ''
  if (at.pathname.endsWith('/group')) return { body: { name, members: [], status: 'enabled', policy: groups[name] } }
  return { body: ana }
}
const ana = { accessKey: 'ana', policy: [], memberOf: ['writers'], status: 'enabled' as const, hasPolicy: true }

let value: string[]
const Picker = ({ initial }: { initial: string[] }) => {
  const [chosen, setChosen] = useState(initial)
  value = chosen
  return <PickPolicies value={chosen} onChange={(next) => setChosen(next as string[])} error={undefined} />
}

const rows = () => findAll('[role=row][data-index]')
const order = () => rows().map((row) => find('[data-cell]', row).textContent)
const pick = async (initial: string[] = []) => {
  await render(<Picker initial={initial} />)
  await until(() => assert.is(rows().length, names.length))
}
const cell = (name: string) => {
  const found = findAll('[data-cell]').find(({ textContent }) => textContent === name)
  return found ?? assert.unreachable(`no row "${name}"`)
}

test.before.each(async () => {
  groups = { writers: 'readwrite', empty: '' }
  put = []
  await startFakeServer(answer)
  startTestSession({ pages: ['/users', '/groups'], plugins: ['identity', 'policies'] })
})
test.after.each(cleanup)

test('a click anywhere in a row of a picker selects it, and a second click clears it', async () => {
  await pick()
  await click(cell('beta') as HTMLElement)
  assert.equal(value, ['beta'])
  assert.match(document.body.textContent, '1 selected')
  await click(cell('alpha') as HTMLElement)
  assert.equal(value, ['alpha', 'beta'])
  await click(cell('beta') as HTMLElement)
  assert.equal(value, ['alpha'])
})

test('the checkbox of a row selects it once, not twice', async () => {
  await pick()
  await click(field('Select beta'))
  assert.equal(value, ['beta'])
})

test('selected rows come first on opening and after a search, and no row moves under the pointer', async () => {
  await pick(['gamma'])
  assert.equal(order(), ['gamma', 'alpha', 'beta', 'readonly'])
  await click(cell('readonly') as HTMLElement)
  assert.equal(order(), ['gamma', 'alpha', 'beta', 'readonly'])
  await type(field('Search Policies'), 'a')
  await type(field('Search Policies'), '')
  assert.equal(order(), ['gamma', 'readonly', 'alpha', 'beta'])
})

test('a policy is listed with what it allows', async () => {
  await pick()
  assert.match(rows()[0]?.textContent ?? '', 'Read: alpha')
})

test('leaving a user without any permission requires confirmation, and declining changes nothing', async () => {
  const closed: string[] = []
  await render(
    <>
      <SetGroups user={ana} onClose={() => closed.push('closed')} onDone={async () => {}} />
      <ConfirmDialogs />
    </>,
  )
  await until(() => assert.is(rows().length, 2))
  await click(field('Select writers'))
  await click(field('Select empty'))
  await click(button('Save'))
  await until(() => assert.match(document.body.textContent, 'Save without any policy?'))
  await click(button('Cancel', findAll('[role=dialog]').at(-1)))
  await until(() => assert.not.match(document.body.textContent, 'Save without any policy?'))
  assert.equal(put, [])
  assert.equal(closed, [])
  await click(button('Save'))
  await until(() => button('Save Without Policy'))
  await click(button('Save Without Policy'))
  await until(() => assert.equal(closed, ['closed']))
  assert.equal(JSON.parse(put[0]?.body ?? ''), { status: 'enabled', groups: ['empty'] })
})

test('a user who keeps a group with a policy needs no confirmation', async () => {
  const closed: string[] = []
  await render(
    <>
      <SetGroups user={ana} onClose={() => closed.push('closed')} onDone={async () => {}} />
      <ConfirmDialogs />
    </>,
  )
  await until(() => assert.is(rows().length, 2))
  await click(field('Select empty'))
  await click(button('Save'))
  await until(() => assert.equal(closed, ['closed']))
})
