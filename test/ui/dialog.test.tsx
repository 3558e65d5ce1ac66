import Bell from 'lucide-react/icons/bell'
import { act, useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { banners, showToast } from '../../core/web/toasts.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { confirm, confirmDelete, ConfirmDialogs } from '../../ui/confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Empty } from '../../ui/load-failure.tsx'
import { currentLocation, navigate } from '../../core/web/location.ts'
import { button, cleanup, click, field, find, findAll, flush, link, press, render, type, until } from '../lib/react.tsx'

const Group = v.object({ name: v.pipe(v.string(), v.title('Group Name')), note: v.optional(v.string(), '') })

const nameTaken = new Failure(409, 'The group exists already.', { detail: '409 GroupExists: "staff"' })

type Submit = (close: () => void) => void | Promise<void>

const Page = ({ onSubmit }: { onSubmit: Submit }) => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Create Group</button>
      {open && (
        <FormDialog title="Create Group" schema={Group} verb="Save" onSubmit={() => onSubmit(close)} onClose={close} />
      )}
    </>
  )
}

const open = async (onSubmit: Submit) => {
  await render(<Page onSubmit={onSubmit} />)
  await click(button('Create Group'))
}

const ask = async (question: Parameters<typeof confirm>[0]) => {
  let confirmed = Promise.resolve(false)
  await act(async () => void (confirmed = confirm(question)))
  await flush()
  return { confirmed }
}

const dialogs = () => findAll('[role=dialog]').length

test('focus moves to the first field, and returns to the opening control', async () => {
  await open(() => undefined)
  assert.ok(document.activeElement === field('Group Name'))
  await press('Escape')
  await flush()
  assert.is(dialogs(), 0)
  assert.ok(document.activeElement === button('Create Group'))
})

type Loading = 'loading' | 'empty' | 'form'

const LoadingPage = ({ state }: { state: Loading }) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Subscribe</button>
      {isOpen && state === 'form' && (
        <FormDialog title="Subscribe" schema={Group} verb="Save" onSubmit={close} onClose={close} />
      )}
      {isOpen && state !== 'form' && (
        <Dialog title="Subscribe" onClose={close} footer={<Button onPress={close}>Cancel</Button>}>
          {state === 'empty' ? (
            <Empty icon={Bell} title="There are no targets yet." action={<Button href="/add">Add Target</Button>} />
          ) : (
            <p>Loading</p>
          )}
        </Dialog>
      )}
    </>
  )
}

const openLoading = async () => {
  const { again } = await render(<LoadingPage state="loading" />)
  await click(button('Subscribe'))
  assert.is(document.activeElement, button('Cancel'))
  return (state: Loading) => again(<LoadingPage state={state} />)
}

test('the action of an empty state gets focus, also after loading', async () => {
  const show = await openLoading()
  await show('empty')
  await until(() => assert.is(document.activeElement, link('Add Target')))
})

test('focus that was moved while loading stays', async () => {
  const show = await openLoading()
  await act(async () => button('Close').focus())
  await show('empty')
  await flush(2)
  assert.is(document.activeElement, button('Close'))
})

test('after the first control was removed, the next first control gets focus', async () => {
  const show = await openLoading()
  await show('empty')
  await until(() => assert.is(document.activeElement, link('Add Target')))
  await show('loading')
  await show('empty')
  await until(() => assert.is(document.activeElement, link('Add Target')))
})

test('focus returns to the opening control of a dialog that replaced another one', async () => {
  const show = await openLoading()
  await show('form')
  assert.is(document.activeElement, field('Group Name'))
  await press('Escape')
  await until(() => assert.is(document.activeElement, button('Subscribe')))
})

test('in a radio group the selected button gets focus', async () => {
  const Mode = v.object({ mode: v.pipe(v.picklist(['governance', 'compliance']), v.metadata({ control: 'radio' })) })
  const nothing = () => undefined
  await render(
    <FormDialog
      title="Mode"
      schema={Mode}
      initial={{ mode: 'compliance' }}
      verb="Set"
      onSubmit={nothing}
      onClose={nothing}
    />,
  )
  assert.is(document.activeElement, field('Compliance'))
})

test('leaving the page asks as Escape does, and closes the dialog if the input may be lost', async () => {
  const { path } = currentLocation()
  await open(() => undefined)
  await type(field('Group Name'), 'staff')
  await act(async () => void navigate('/elsewhere'))
  assert.match(find('[role=alert]').textContent, 'Discard what you entered?')
  await click(button('Keep Editing'))
  await flush()
  assert.equal([dialogs(), currentLocation().path], [1, path])
  await act(async () => void navigate('/elsewhere'))
  await click(button('Discard'))
  await until(() => assert.is(currentLocation().path, '/elsewhere'))
  assert.is(dialogs(), 0)
  await act(async () => void navigate(path))
})

test('an action that closes its dialog or is still running opens a page without a question', async () => {
  const { path } = currentLocation()
  await open(async (close) => {
    close()
    await navigate('/created')
  })
  await type(field('Group Name'), 'staff')
  await click(button('Save'))
  await until(() => assert.equal([dialogs(), currentLocation().path], [0, '/created']))
  await cleanup()
  await open(() => navigate(path))
  await type(field('Group Name'), 'staff')
  await click(button('Save'))
  await until(() => assert.is(currentLocation().path, path))
  assert.equal(findAll('[role=alert]'), [])
})

test('Escape closes the dialog, and asks first if something was typed', async () => {
  await open(() => undefined)
  await type(field('Group Name'), 'staff')
  await press('Escape')
  assert.is(dialogs(), 1)
  assert.match(find('[role=alert]').textContent, 'Discard what you entered?')
  await click(button('Keep Editing'))
  assert.is((field('Group Name') as HTMLInputElement).value, 'staff')
  await click(button('Close'))
  await click(button('Discard'))
  assert.is(dialogs(), 0)
})

test('a failure keeps the dialog open and shows its cause under Details', async () => {
  await open(() => Promise.reject(nameTaken))
  await type(field('Group Name'), 'staff')
  await click(button('Save'))
  assert.is(dialogs(), 1)
  assert.match(find('[role=alert]').textContent, 'The group exists already.')
  assert.not.match(find('[role=dialog]').textContent, 'GroupExists')
  await click(button('Details'))
  assert.match(find('[role=dialog]').textContent, '409 GroupExists: "staff"')
  await click(button('Close', find('[role=alert]')))
  assert.is(findAll('[role=alert]').length, 0)
})

test('the button is busy while saving, and the page reports success', async () => {
  let finish = () => {}
  await open((close) => new Promise<void>((resolve) => (finish = resolve)).then(close))
  await type(field('Group Name'), 'staff')
  await click(button('Save'))
  const save = find('[role=dialog] button[type=submit]')
  assert.is(save.getAttribute('aria-busy'), 'true')
  assert.match(save.textContent, 'Saving')
  finish()
  await flush(2)
  assert.is(dialogs(), 0)
})

test('Enter in a field submits the form', async () => {
  let sent = 0
  await open(() => void sent++)
  await type(field('Group Name'), 'staff')
  const form = find('[role=dialog] form') as HTMLFormElement
  assert.is(find('[role=dialog] button[type=submit]').getAttribute('form'), form.id)
  await act(async () => form.requestSubmit())
  assert.is(sent, 1)
})

test('a dialog with a success message closes, reloads, and reverts with Undo', async () => {
  const events: string[] = []
  await render(
    <FormDialog
      title="Edit Group"
      schema={Group}
      initial={{ name: 'staff' }}
      verb="Save"
      done={({ name }) => `Group ${name} successfully updated`}
      undo={async ({ name }) => events.push(`undo ${name}`)}
      onSubmit={({ name }) => (events.push(`save ${name}`) === 1 ? false : undefined)}
      onDone={() => events.push('reload')}
      onClose={() => events.push('close')}
    />,
  )
  await click(button('Save'))
  assert.equal(events, ['save staff'], 'a refused question keeps it open')
  await click(button('Save'))
  await flush()
  assert.equal(events.slice(1), ['save staff', 'close', 'reload'])
  const [message] = banners.messages
  assert.is(message?.text, 'Group staff successfully updated')
  message?.action?.run?.()
  await flush()
  assert.equal(events.slice(4), ['undo staff', 'reload'])
  showToast('')
})

test('confirmDelete() derives title, question, and message from noun and name', async () => {
  await render(<ConfirmDialogs />)
  const events: string[] = []
  const deletion = {
    noun: 'Service Account',
    name: 'CI',
    typed: true,
    body: 'Applications stop working.',
    run: async () => events.push('run'),
    onDone: () => events.push('reload'),
  }
  let confirmed = Promise.resolve(false)
  await act(async () => void (confirmed = confirmDelete(deletion)))
  await flush()
  assert.match(find('[role=dialog]').textContent, 'Delete Service Account')
  assert.match(find('[role=dialog]').textContent, 'It cannot be undone.')
  await type(field('Type CI to confirm'), 'CI')
  await click(button('Delete'))
  assert.is(await confirmed, true)
  assert.equal(events, ['run', 'reload'])
  assert.is(banners.messages.at(-1)?.text, 'Service account CI deleted')
  showToast('')
})

test('a deletion that can be reverted does not say it is final, and its message offers Undo', async () => {
  await render(<ConfirmDialogs />)
  const events: string[] = []
  const deletion = {
    noun: 'Tag',
    name: 'project',
    body: 'Rules may use it.',
    run: async () => events.push('run'),
    revert: async () => events.push('revert'),
    onDone: () => events.push('reload'),
  }
  await act(async () => void confirmDelete(deletion))
  await flush()
  assert.not.match(find('[role=dialog]').textContent, 'It cannot be undone.')
  await click(button('Delete'))
  const message = banners.messages.at(-1)
  assert.is(message?.text, 'Tag project deleted')
  message?.action?.run?.()
  await flush()
  assert.equal(events, ['run', 'reload', 'revert', 'reload'])
  showToast('')
})

test('confirm() resolves to the pressed button', async () => {
  await render(<ConfirmDialogs />)
  const question = { title: 'Delete User', body: 'This deletes ana.', verb: 'Delete' }
  const first = await ask(question)
  assert.ok(document.activeElement === button('Cancel'), 'the safe answer has the focus')
  await click(button('Delete'))
  assert.is(await first.confirmed, true)
  const second = await ask(question)
  await press('Escape')
  assert.is(await second.confirmed, false)
  assert.is(dialogs(), 0)
})

test('confirm() with a required text stays disabled until it is typed', async () => {
  await render(<ConfirmDialogs />)
  let done = 0
  const run = async () => void done++
  const { confirmed } = await ask({ title: 'Delete Tenant', body: 'All of it.', verb: 'Delete', typed: 'harbour', run })
  const verb = button('Delete')
  assert.is(verb.getAttribute('aria-disabled'), 'true')
  await click(verb)
  await type(field('Type harbour to confirm'), 'harbou')
  await click(verb)
  assert.is(done, 0)
  await type(field('Type harbour to confirm'), 'harbour')
  await click(verb)
  assert.is(await confirmed, true)
  assert.is(done, 1)
})

test('confirm() states the number of items and whether it can be undone', async () => {
  await render(<ConfirmDialogs />)
  const question = { title: 'Delete Folder', body: 'This deletes docs/.', verb: 'Delete' }
  const lost = await ask({
    ...question,
    undo: 'never',
    stats: [
      { label: 'Objects', value: '12' },
      { label: 'Size', value: undefined },
    ],
  })
  assert.match(find('[role=dialog]').textContent, 'It cannot be undone.')
  assert.is(find('[role=dialog] dl').textContent, 'Objects12Size')
  assert.is(findAll('[role=dialog] [aria-label=Counting]').length, 1, 'what is not known yet is being counted')
  await click(button('Cancel'))
  assert.is(await lost.confirmed, false)
  const withUndo = await ask({ ...question, undo: 'It can be brought back.' })
  assert.match(find('[role=dialog]').textContent, 'It can be brought back.')
  assert.not.match(find('[role=dialog]').textContent, 'It cannot be undone.')
  await click(button('Cancel'))
  assert.is(await withUndo.confirmed, false)
})

test('confirm() stays open on failure until its action succeeds or is cancelled', async () => {
  await render(<ConfirmDialogs />)
  let times = 0
  const run = async () => {
    times += 1
    if (times === 1) throw new Failure(409, 'Bucket is not empty.')
  }
  const remedy = { label: 'View Contents', href: '/buckets/invoices/browse' }
  const { confirmed } = await ask({ title: 'Delete Bucket', body: 'invoices', verb: 'Delete', run, remedy })
  assert.is(findAll('[role=dialog] a').length, 0)
  await click(button('Delete'))
  assert.is(find('[role=dialog] a').textContent, 'View Contents')
  assert.match(find('[role=alert]').textContent, 'Bucket is not empty.')
  assert.is(
    findAll('[role=dialog] button')
      .map(({ textContent }) => textContent)
      .includes('Delete'),
    false,
  )
  await click(button('Try Again'))
  assert.is(await confirmed, true)
})

test('a second confirmation waits for the first', async () => {
  await render(<ConfirmDialogs />)
  const first = await ask({ title: 'First', body: '', verb: 'Go' })
  const second = await ask({ title: 'Second', body: '', verb: 'Go' })
  assert.is(dialogs(), 1)
  await click(button('Go'))
  assert.is(await first.confirmed, true)
  assert.match(find('[role=dialog]').textContent, 'Second')
  await click(button('Cancel'))
  assert.is(await second.confirmed, false)
})
