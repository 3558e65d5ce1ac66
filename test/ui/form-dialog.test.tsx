import { act } from 'react'
import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { deferred } from '../lib/deferred.ts'
import { button, click, field, find, flush, press, render, type, until } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'
import { assert, test } from '../lib/suite.ts'

/** Opens a dialog that was filled from `shown`, while the stored text may be another. */
const open = async (shown: string, stored: string) => {
  startTestSession()
  const sent: string[] = []
  const reloads: string[] = []
  const dialog = (current: string) => (
    <FormDialog
      title="Edit Rules"
      verb="Save"
      schema={v.object({ rules: v.pipe(v.string(), v.title('Rules')) })}
      initial={{ rules: current }}
      replaces={{ what: 'the rules of photos', read: async () => stored, shown: current }}
      onClose={() => {}}
      onDone={() => reloads.push(current)}
      onSubmit={({ rules }) => void sent.push(rules)}
    />
  )
  const { again } = await render(dialog(shown))
  return { sent, reloads, reload: () => again(dialog(stored)) }
}

test('a form that replaces a resource is refused if that has changed since, and keeps its input', async () => {
  const { sent, reloads, reload } = await open('a', 'a and b')
  await type(field('Rules'), 'a and c')
  for (const again of [false, true]) {
    if (again) await reload()
    await click(button('Save'))
    await until(() => assert.match(document.body.textContent ?? '', /Someone else has changed the rules of photos\./))
    assert.equal([sent, reloads.length], [[], again ? 2 : 1])
    assert.is((field('Rules') as HTMLInputElement).value, 'a and c')
  }
})

test('a form that replaces an unchanged resource is sent', async () => {
  const { sent } = await open('a', 'a')
  await type(field('Rules'), 'b')
  await click(button('Save'))
  await until(() => assert.equal(sent, ['b']))
})

/** Opens a dialog whose request is pending until `end` is called, and presses Save. */
const openSending = async () => {
  startTestSession()
  let closed = 0
  const sending = deferred()
  await render(
    <FormDialog
      title="Edit Rules"
      verb="Save"
      schema={v.object({ rules: v.pipe(v.string(), v.title('Rules')) })}
      initial={{ rules: 'a' }}
      done="Rules saved"
      onClose={() => (closed += 1)}
      onSubmit={() => sending.promise}
    />,
  )
  await type(field('Rules'), 'b')
  await click(button('Save'))
  return {
    closed: () => closed,
    end: async (failure?: Failure) => {
      await act(async () => (failure ? sending.reject(failure) : sending.resolve()))
      await flush()
    },
  }
}

const tryToClose = async () => {
  await click(button('Cancel'))
  await click(button('Close'))
  await press('Escape')
}

test('a form stays open while it is sent, and closes once afterwards', async () => {
  const { closed, end } = await openSending()
  await tryToClose()
  assert.is(closed(), 0)
  assert.not.match(document.body.textContent, 'Discard')
  await end()
  assert.is(closed(), 1)
})

test('a form that was refused can be closed again', async () => {
  const { closed, end } = await openSending()
  await tryToClose()
  await end(new Failure(409, 'The rules are locked'))
  assert.match(find('[role=alert]').textContent, 'The rules are locked')
  await click(button('Cancel'))
  assert.is(closed(), 1)
})
