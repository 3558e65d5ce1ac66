import { assert, test } from '../../../test/lib/suite.ts'
import { banners } from '../../../core/web/toasts.ts'
import { features } from '../../../engines/embedded/adapter-context.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Lifecycle } from '../pages/lifecycle.tsx'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { button, cleanup, click, field, find, findAll, render, type, until } from '../../../test/lib/react.tsx'
import { serve } from '../../../test/lib/served-console.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { clickField, fill, pressButton, pressDialogButton, pressRow, sending } from '../../../test/lib/undo.tsx'
import { startHost } from '../../../test/server/host.ts'

type Rule = { prefix: string; status: string; tags: object[]; expiration: { days: number; date: string } }

/** Shows the rules of a bucket on a real server; returns a function that reads them from there. */
const open = async (...rules: object[]) => {
  const host = await startHost()
  closeAtEnd(cleanup)
  const root = await host.as(host.root)
  await serve(root)
  await sending(
    ['POST', '/api/v1/buckets', { name: 'aging', versioning: true }],
    ...rules.map((rule) => ['POST', '/api/v1/buckets/aging/lifecycle', rule] as [string, string, unknown]),
  )(root)
  startTestSession({ account: host.root.accessKey, plugins: ['buckets'], features: [...features] })
  banners.messages = []
  await render(
    <>
      <Lifecycle bucket="aging" refusal={false} />
      <ConfirmDialogs />
    </>,
  )
  return async () => (await root('GET', '/api/v1/buckets/aging/lifecycle')).json<{ lifecycle: Rule[] }>().lifecycle
}

const input = (name: string) => find(`[data-field="${name}"] :is(input, select)`) as HTMLInputElement
const isBlocked = () => button('Save').getAttribute('aria-disabled') === 'true'
const row = (prefix: string) => findAll('[role=row]').find(({ textContent }) => textContent.includes(prefix))
const rowShows = (prefix: string, ...texts: string[]) =>
  until(() => {
    for (const text of texts) assert.match(row(prefix)?.textContent ?? '', text)
  })
const waitForMessage = (text: string) => until(() => assert.is(banners.messages.at(-1)?.text, text))
const save = async () => {
  await click(button('Save'))
  await until(() => assert.is(document.querySelector('[role=dialog]')?.textContent, undefined))
}
const add = async () => {
  await pressButton('Add Lifecycle Rule')
  await until(() => input('days'))
}

test('a rule by days is added for a prefix and tags', async () => {
  const rules = await open()
  await add()
  assert.ok(isBlocked())
  await type(input('days'), '0')
  assert.ok(isBlocked())
  await type(input('days'), '30')
  await type(input('prefix'), 'logs/')
  await fill('Tags 1', 'archive')
  await click(button('Save'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'Write each tag as key=value'))
  await fill('Tags 1', 'kind=log & trace')
  await type(input('older'), '7')
  await save()
  await waitForMessage('Lifecycle rule of aging added')
  await rowShows('logs/', 'Expire after 30 days, older versions after 7 days', 'kind=log & trace', 'Enabled')
  assert.equal((await rules())[0]?.tags, [{ key: 'kind', value: 'log & trace' }])
})

test('a rule by date starts at midnight UTC, and a past day is refused in the dialog', async () => {
  const rules = await open()
  await add()
  await type(input('expire'), 'date')
  assert.not(document.querySelector('[data-field="days"]'))
  assert.ok(isBlocked())
  await type(input('date'), '2020-01-01')
  await click(button('Save'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'This date has passed'))
  await type(input('date'), '2199-06-30')
  await type(input('prefix'), 'scratch/')
  await save()
  await rowShows('scratch/', 'Expire on 2199-06-30')
  assert.is((await rules())[0]?.expiration.date, '2199-06-30T00:00:00Z')
})

test('a rule may only delete delete markers, and a transition is disabled without tiers', async () => {
  await open()
  await add()
  assert.match(find('[role=dialog]').textContent, 'This storage does not support remote tiers')
  const transition = findAll('input[type=radio]').at(-1) as HTMLInputElement
  assert.is(transition.disabled, true)
  await type(input('expire'), 'never')
  assert.ok(isBlocked())
  await clickField('Remove Delete Markers')
  await type(input('prefix'), 'clean/')
  await save()
  await rowShows('clean/', 'Remove lone delete markers')
})

test('a rule is disabled and its tags change, and the others stay', async () => {
  const rules = await open(
    { expiry_days: 30, prefix: 'logs/', tags: 'kind=log%20%26%20trace' },
    { expiry_days: 9, prefix: 'other/' },
  )
  const others = async () => (await rules()).filter(({ prefix }) => prefix !== 'logs/')
  const before = await others()
  await pressRow('logs/', 'Edit')
  await until(() => assert.match(find('[role=dialog]').textContent, 'Edit Lifecycle Configuration'))
  await until(() => assert.is((field('Tags 1') as HTMLInputElement).value, 'kind=log & trace'))
  await clickField('Enabled')
  await fill('Tags 2', 'team=a')
  await save()
  await waitForMessage('Lifecycle rule of aging updated')
  await rowShows('logs/', 'Disabled', 'kind=log & trace, team=a')
  assert.equal(await others(), before)
})

test('days, prefix and noncurrent versions of a rule change, and Save needs a change', async () => {
  await open({ prefix: 'a/', expiry_days: 30 })
  await pressRow('a/', 'Edit')
  await until(() => assert.is(input('days').value, '30'))
  assert.ok(isBlocked())
  await type(input('days'), '7')
  await type(input('older'), '3')
  await type(input('prefix'), 'b/')
  await save()
  await rowShows('b/', 'Expire after 7 days, older versions after 3 days')
  await pressRow('b/', 'Edit')
  await until(() => input('expire'))
  await type(input('expire'), 'never')
  await type(input('older'), '')
  assert.ok(isBlocked())
  await clickField('Remove Delete Markers')
  await save()
  await rowShows('b/', 'Remove lone delete markers')
})

test('rules are searched and deleted, including the last one', async () => {
  await open({ expiry_days: 30, prefix: 'logs/' }, { expiry_days: 9, prefix: 'scratch/' })
  await rowShows('logs/')
  await fill('Search Lifecycle Rules', 'scratch')
  await until(() => assert.not(row('logs/')))
  await fill('Search Lifecycle Rules', '')
  for (const prefix of ['scratch/', 'logs/']) {
    await pressRow(prefix, 'Delete')
    await until(() => assert.match(find('[role=dialog]').textContent, prefix))
    await pressDialogButton('Delete')
    await until(() => assert.not(row(prefix)))
  }
  await until(() => assert.match(document.body.textContent, 'There are no lifecycle rules yet.'))
})
