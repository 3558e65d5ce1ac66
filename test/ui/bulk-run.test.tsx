import { act } from 'react'
import { assert, test } from '../lib/suite.ts'
import { banners } from '../../core/web/toasts.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { ConfirmDialogs } from '../../ui/confirm.tsx'
import { deleteAll, runForEach } from '../../ui/run-for-each.tsx'
import { button, click, field, find, findAll, render, type } from '../lib/react.tsx'

const noun = { one: 'user', many: 'users' }
const nameOf = (name: string) => name
const messages = () => banners.messages.map(({ text }) => text)

test.before.each(() => void (banners.messages = []))

const refusing = (bad: readonly string[], done: string[]) => async (name: string) => {
  if (bad.includes(name)) throw new Failure(403, 'Access denied')
  done.push(name)
}

const ask = async (items: readonly string[], remove: (name: string) => Promise<void>) => {
  await render(<ConfirmDialogs />)
  let result = Promise.resolve(false)
  await act(async () => {
    result = deleteAll({ noun, items, nameOf, consequence: 'Their sessions end.', remove })
  })
  return {
    result: async () => {
      let yes = false
      await act(async () => void (yes = await result))
      return yes
    },
  }
}

const confirmed = async (typed: string) => {
  await type(field(`Type ${typed} to confirm`), typed)
  await click(button('Delete'))
}

test('several items are deleted after one confirmation that names them, and one message states the count', async () => {
  const done: string[] = []
  const { result } = await ask(['ana', 'bob', 'mei'], refusing([], done))
  assert.match(find('[role=dialog]').textContent, 'Delete 3 Users')
  assert.match(find('[role=dialog]').textContent, 'ana, bob, mei')
  assert.match(find('[role=dialog]').textContent, 'It cannot be undone.')
  await confirmed('3 users')
  assert.is(await result(), true)
  assert.equal(done.sort(), ['ana', 'bob', 'mei'])
  assert.equal(messages(), ['3 users deleted'])
})

test('a single item is named in the message', async () => {
  await act(() => runForEach({ noun, nameOf, items: ['ana'], done: 'disabled', act: async () => undefined }))
  assert.equal(messages(), ['User ana disabled'])
})

test('a refused item does not stop the others, and is reported by name', async () => {
  const done: string[] = []
  const { result } = await ask(['ana', 'bob', 'mei'], refusing(['bob'], done))
  await confirmed('3 users')
  assert.match(find('[role=alert]').textContent, '1 user could not be deleted')
  await click(button('Details'))
  assert.match(find('[role=alert]').textContent, 'bob: Access denied')
  assert.equal(messages(), ['2 users deleted'])
  await click(button('Cancel'))
  assert.is(await result(), true, 'the list has changed')
  assert.equal(done.sort(), ['ana', 'mei'])
})

test('a second try deletes and names only the items that failed, and needs no confirmation', async () => {
  const bad = ['bob']
  const tried: string[] = []
  const { result } = await ask(['ana', 'bob', 'mei'], async (name) => {
    tried.push(name)
    if (bad.includes(name)) throw new Failure(503, 'Slow down')
  })
  await confirmed('3 users')
  const { textContent } = find('[role=dialog]')
  assert.match(textContent, 'Delete 1 User')
  assert.match(textContent, 'This deletes bob.')
  assert.not.match(textContent, 'to confirm')
  bad.length = 0
  await click(button('Try Again'))
  assert.is(await result(), true)
  assert.equal(tried.sort(), ['ana', 'bob', 'bob', 'mei'])
  assert.equal(messages(), ['2 users deleted', 'User bob deleted'])
})

test('an error of a second try is shown after the dialog was closed', async () => {
  let tries = 0
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => (refuse = resolve))
  const { result } = await ask(['ana', 'bob'], async () => {
    if (++tries > 2) await refused
    throw new Failure(503, 'Slow down')
  })
  await confirmed('2 users')
  await click(button('Try Again'))
  await click(button('Cancel'))
  refuse()
  assert.is(await result(), false)
  assert.equal(messages(), ['2 users could not be deleted'])
})

test('closing the dialog cancels items that have not started', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const begun: string[] = []
  const many = Array.from({ length: 20 }, (_, index) => `user-${index}`)
  const { result } = await ask(many, async (name) => {
    begun.push(name)
    await released
  })
  await confirmed('20 users')
  await click(button('Cancel'))
  release()
  assert.is(await result(), true)
  assert.ok(begun.length < many.length, `${begun.length} of ${many.length} were begun`)
  assert.equal(messages(), [`${begun.length} users deleted`])
  assert.is(findAll('[role=dialog]').length, 0)
})

test('undo in the message applies to the successful items', async () => {
  const undone: string[] = []
  const undo = (names: readonly string[]) => void undone.push(...names)
  const act = refusing(['bob'], [])
  await runForEach({ noun, items: ['ana', 'bob', 'mei'], nameOf, act, done: 'disabled', undo }).catch(() => undefined)
  const [message] = banners.messages
  assert.is(message?.action?.label, 'Undo')
  message?.action?.run?.()
  assert.equal(undone.sort(), ['ana', 'mei'])
})

test('a failure on a single item shows its own message', async () => {
  const failure = await runForEach({
    noun,
    items: ['bob'],
    nameOf,
    act: refusing(['bob'], []),
    done: 'disabled',
  }).catch((error: unknown) => error)
  assert.is(failure instanceof Failure && failure.message, 'Access denied')
  assert.equal(messages(), [])
})
