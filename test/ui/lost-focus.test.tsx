import Users from 'lucide-react/icons/users'
import { act, useState } from 'react'
import { Failure } from '../../core/protocol/failure.ts'
import { banners, showToast } from '../../core/web/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, LoadFailure } from '../../ui/load-failure.tsx'
import { useLostFocus } from '../../ui/lost-focus.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { button, click, flush, render, until } from '../lib/react.tsx'
import { assert, test } from '../lib/suite.ts'

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

/** Presses a button as the keyboard does, and waits for the control that has the focus then. */
const pressed = async (name: string, next: string) => {
  await act(async () => button(name).focus())
  await click(button(name))
  await until(() => assert.is(focused(), next))
}

const Page = () => {
  useLostFocus()
  const [enabled, setEnabled] = useState(true)
  const [tags, setTags] = useState(['one', 'two', 'three'])
  const [failed, setFailed] = useState(true)
  return (
    <>
      <h1 tabIndex={-1}>ana</h1>
      <header>
        <a href="/users">Users</a>
        <Button onPress={() => undefined}>Edit</Button>
        {enabled ? (
          <Button key="on" onPress={() => setEnabled(false)}>
            Disable
          </Button>
        ) : (
          <Button key="off" onPress={() => setEnabled(true)}>
            Enable
          </Button>
        )}
      </header>
      <section>
        <ul>
          {tags.map((tag) => (
            <li key={tag}>
              <Button onPress={() => setTags(tags.filter((other) => other !== tag))}>{tag}</Button>
            </li>
          ))}
        </ul>
        <Button onPress={() => undefined}>Add Tag</Button>
      </section>
      {failed ? (
        <LoadFailure what="keys" error={new Failure(503, 'It is away')} onRetry={() => setFailed(false)} />
      ) : (
        <Empty icon={Users} title="No keys" />
      )}
      <Toasts />
    </>
  )
}

test('a button that replaces the focused one gets its focus', async () => {
  await render(<Page />)
  await pressed('Disable', 'Enable')
  await pressed('Enable', 'Disable')
})

test('the next control gets the focus of a deleted one, then the one before, then one beside the list', async () => {
  await render(<Page />)
  await pressed('two', 'three')
  await pressed('three', 'one')
  await pressed('one', 'Add Tag')
})

test('after Try again the heading has the focus', async () => {
  await render(<Page />)
  await pressed('Try again', 'ana')
})

test('after a toast the focus returns to where it was before', async () => {
  banners.messages = []
  await render(<Page />)
  await act(async () => button('Edit').focus())
  await act(async () => showToast('User ana deleted', { label: 'Undo', run: () => undefined }))
  await pressed('Undo', 'Edit')
})

test('a control that lost the focus before it was removed has no successor', async () => {
  await render(<Page />)
  await act(async () => button('Disable').focus())
  await act(async () => button('Disable').blur())
  await act(async () => button('Disable').dispatchEvent(new Event('click', { bubbles: true })))
  await flush()
  assert.ok(button('Enable'))
  assert.is(document.activeElement, document.body)
})
