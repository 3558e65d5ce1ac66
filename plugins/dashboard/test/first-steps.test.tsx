import { assert, test } from '../../../test/lib/suite.ts'
import { ref } from 'valtio'
import { session } from '../../../core/web/session.ts'
import { FirstSteps } from '../pages/first-steps.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, findAll, render, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { setPreference } from '../../../core/web/preferences.ts'

let buckets: string[]
let users: string[]
let keys: string[]
let policies: string[]

const respond = ({ url }: ReceivedRequest) => {
  if (url.includes('/objects')) return { body: { objects: keys.map((name) => ({ name })), total: keys.length } }
  if (url.includes('/policies')) return { body: { policies: policies.map((name) => ({ name })) } }
  if (url.includes('/users'))
    return { body: { users: users.map((accessKey) => ({ accessKey, policy: [], memberOf: [], status: 'enabled' })) } }
  return {
    body: { buckets: buckets.map((name) => ({ name, creation_date: '', rw_access: {} })), total: buckets.length },
  }
}

const renderSteps = async () => {
  await unmount()
  await render(
    <FirstSteps name="first-steps" loading="loading">
      the figures
    </FirstSteps>,
  )
  await until(() => assert.match(document.body.textContent, 'the figures'))
}
const open = () => findAll('li').filter((step) => !step.querySelector('[aria-label=Done]')).length
const isVisible = () => document.body.textContent.includes('First steps')

test.before.each(async () => {
  localStorage.clear()
  ;[buckets, users, keys, policies] = [[], [], [], ['readonly']]
  await startFakeServer(respond)
  startTestSession({ pages: ['/users'], plugins: ['identity', 'policies', 'buckets', 'object-browser'] })
})

test('an empty storage shows three steps, each completed by existing data, and hides them after the last', async () => {
  await renderSteps()
  assert.is(open(), 3)
  buckets = ['docs']
  await renderSteps()
  assert.is(open(), 2)
  users = ['ana']
  await renderSteps()
  assert.is(open(), 1)
  keys = ['a.txt']
  await renderSteps()
  assert.not(isVisible())
  ;[buckets, users, keys] = [[], [], []]
  await renderSteps()
  assert.not(isVisible())
})

test('once a policy exists, the next step is the user to attach it to', async () => {
  buckets = ['docs']
  await renderSteps()
  assert.match(document.body.textContent, 'Create Policy')
  policies = ['readonly', 'upload to docs']
  await renderSteps()
  await until(() => assert.match(document.body.textContent, 'Create User'))
  assert.not.match(document.body.textContent, 'Create Policy')
  assert.ok(findAll('a').some((link) => link.getAttribute('href') === '/users?create=1&policy=upload%20to%20docs'))
})

test('dismissed steps do not return', async () => {
  await renderSteps()
  await click(button('Dismiss'))
  assert.not(isVisible())
  await renderSteps()
  assert.not(isVisible())
})

test('a storage already in use shows no steps, even if one would be open', async () => {
  ;[buckets, keys] = [['docs'], ['a.txt']]
  await renderSteps()
  assert.not(isVisible())
})

test('an account that may not list users sees no steps', async () => {
  session.value = ref({ ...session.value!, pages: [] })
  await renderSteps()
  assert.not(isVisible())
})

test('progress that an earlier version stored counts', async () => {
  localStorage.clear()
  setPreference('first-steps', 'gone')
  await renderSteps()
  assert.not(isVisible())
  setPreference('first-steps', 'begun')
  buckets = ['docs']
  await renderSteps()
  assert.is(open(), 2)
})
