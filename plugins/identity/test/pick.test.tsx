import { useState } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { banners, showToast } from '../../../core/web/toasts.ts'
import type { User } from '../contract.ts'
import { AddToGroup } from '../pages/add-to-group.tsx'
import { AssignPolicies } from '../pages/assign-policies.tsx'
import { PickPolicies } from '../pages/pick.tsx'
import { SetGroups } from '../pages/set-groups.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, findAll, press, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { administrators } from '../../../test/lib/administrators.ts'

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
let isAllowed: boolean
let mayChange: boolean
let policiesOfAna: string[]

const respond = (sent: ReceivedRequest) => {
  const at = new URL(sent.url, 'http://here')
  if (sent.method === 'PUT') put.push(sent)
  if (!mayChange && sent.method !== 'GET') return { status: 409, body: { message: 'refused' } }
  if (at.pathname.endsWith('/set-policy')) {
    policiesOfAna = (JSON.parse(sent.body) as { name: string[] }).name
    return { status: 204 }
  }
  if (at.pathname.endsWith('/policies') && !isAllowed)
    return { status: 403, body: { code: 403, message: 'Access denied' } }
  if (at.pathname.endsWith('/policies')) return { body: { policies: names.map(policy), total: names.length } }
  if (at.pathname.endsWith('/groups')) return { body: { groups: Object.keys(groups), total: 2 } }
  if (at.pathname.endsWith('/access/administrators')) return { body: administrators() }
  const name = at.searchParams.get('name') ?? ''
  if (at.pathname.endsWith('/group')) return { body: { name, members: [], status: 'enabled', policy: groups[name] } }
  return { body: { ...ana, policy: policiesOfAna } }
}
const ana: User = { accessKey: 'ana', policy: [], memberOf: ['writers'], status: 'enabled' as const, hasPolicy: true }

let value: string[]
const Picker = ({ initial }: { initial: string[] }) => {
  const [chosen, setChosen] = useState(initial)
  value = chosen
  return <PickPolicies value={chosen} onChange={(next) => setChosen(next as string[])} error={undefined} />
}

const options = () => findAll('[role=option]').map(({ textContent }) => textContent)
const policiesField = () => field('Policies optional')

test.before.each(async () => {
  groups = { writers: 'readwrite', empty: '' }
  put = []
  isAllowed = true
  mayChange = true
  policiesOfAna = []
  await startFakeServer(respond)
  startTestSession({ pages: ['/users', '/groups'], plugins: ['identity', 'policies'] })
})

test('policies are listed with what they allow, and a click selects one', async () => {
  await render(<Picker initial={['gone']} />)
  await click(policiesField())
  await until(() => assert.equal(options()[1], 'betaRead: beta'))
  await click(findAll('[role=option]')[1]!)
  assert.equal(value, ['gone', 'beta'])
  assert.match(document.body.textContent, '2 selected')
  await click(button('Remove gone'))
  assert.equal(value, ['beta'])
})

test('without the permission to list policies, their names are typed', async () => {
  isAllowed = false
  await render(<Picker initial={[]} />)
  await until(() => assert.match(document.body.textContent, 'admin:ListUserPolicies'))
  await type(field('Policy 1'), 'elsewhere')
  assert.equal(value, ['elsewhere'])
})

/** Opens the dialog for Ana's groups, and returns what is called when it closes. */
const renderGroupsOfAna = async () => {
  const closed: string[] = []
  await render(
    <>
      <SetGroups user={ana} onClose={() => closed.push('closed')} onDone={async () => {}} />
      <ConfirmDialogs />
    </>,
  )
  return closed
}

/** Removes the group with a policy, and adds the one without. */
const moveToEmptyGroup = async () => {
  await click(button('Remove writers'))
  await addEmptyGroup()
}

const addEmptyGroup = async () => {
  const groupsField = field('Groups optional')
  await type(groupsField, 'empty')
  await until(() => assert.equal(options(), ['empty']))
  await press('Enter', groupsField)
}

test('leaving a user without any permission requires confirmation, and declining changes nothing', async () => {
  const closed = await renderGroupsOfAna()
  await moveToEmptyGroup()
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
  const closed = await renderGroupsOfAna()
  await addEmptyGroup()
  await click(button('Save'))
  await until(() => assert.equal(closed, ['closed']))
})

test('Undo of assigned policies removes those that were added, and keeps later ones', async () => {
  policiesOfAna = ['alpha']
  const nothing = async () => {}
  await render(<AssignPolicies users={['ana']} onClose={nothing} onDone={nothing} />)
  for (const name of ['alpha', 'beta']) {
    await type(field('Policies'), name)
    await until(() => assert.match(options()[0] ?? '', name))
    await press('Enter', field('Policies'))
  }
  await click(button('Save'))
  await until(() => assert.equal(policiesOfAna, ['alpha', 'beta']))
  await until(() => assert.is(banners.messages.at(-1)?.text, 'User ana updated'))
  policiesOfAna.push('gamma')
  banners.messages.at(-1)?.action?.run?.()
  await until(() => assert.equal(policiesOfAna, ['alpha', 'gamma']))
  showToast('')
})

test('the list is read again if Undo of assigned policies fails', async () => {
  let reloads = 0
  await render(<AssignPolicies users={['ana']} onClose={() => undefined} onDone={async () => void (reloads += 1)} />)
  await type(field('Policies'), 'alpha')
  await until(() => assert.match(options()[0] ?? '', 'alpha'))
  await press('Enter', field('Policies'))
  await click(button('Save'))
  await until(() => assert.is(banners.messages.at(-1)?.text, 'User ana updated'))
  await until(() => assert.is(reloads, 1))
  mayChange = false
  banners.messages.at(-1)?.action?.run?.()
  await until(() => assert.is(banners.messages.at(-1)?.text, 'Refused'))
  await until(() => assert.is(reloads, 2))
  showToast('')
})

test('adding users to groups that failed halfway counts as a change when the dialog is closed', async () => {
  const closed: boolean[] = []
  mayChange = false
  await render(<AddToGroup users={['ana']} onClose={(changed) => closed.push(changed)} />)
  await type(field('Groups'), 'empty')
  await until(() => assert.match(options()[0] ?? '', 'empty'))
  await press('Enter', field('Groups'))
  await click(button('Save'))
  await until(() => assert.match(document.body.textContent, 'Refused'))
  await click(button('Cancel'))
  assert.equal(closed, [true])
})
