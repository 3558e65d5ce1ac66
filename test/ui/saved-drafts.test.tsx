import { act } from 'react'
import * as v from 'valibot'
import { session } from '../../core/web/session.ts'
import { confirm, ConfirmDialogs } from '../../ui/confirm.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormFields } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { navigate } from '../core/fake-server.ts'
import { button, click, field, findAll, flush, render, type, unmount } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'
import { assert, test } from '../lib/suite.ts'

const Page = ({ name }: { name: string }) => {
  const form = useForm({
    schema: v.object({ name: v.pipe(v.string(), v.title('Name')) }),
    savedAs: 'page',
    initial: { name },
    onSubmit: () => undefined,
  })
  return (
    <form ref={form.element}>
      <FormFields form={form} />
      <button type="button" disabled={!form.dirty}>
        Discard
      </button>
    </form>
  )
}

/** Opens a page, and returns the text of its field and whether it is changed. */
const open = async (path: string, account: string, name = 'stored') => {
  startTestSession({ account })
  navigate(path)
  await render(<Page name={name} />)
  return [(field('Name') as HTMLInputElement).value, !(button('Discard') as HTMLButtonElement).disabled]
}

const leave = async (endReason?: 'refused') => {
  session.state = 'out'
  if (endReason) session.endReason = endReason
  else delete session.endReason
  await unmount()
}

/** Types into a page, and leaves it. */
const abandon = async (endReason?: 'refused') => {
  await open('/policies/team', 'ana')
  await type(field('Name'), 'typed')
  await leave(endReason)
}

test('input of a page is restored once after its session has ended, as unsaved', async () => {
  await abandon('refused')
  assert.equal(await open('/policies/team', 'ana', 'stored since'), ['typed', true])
  await unmount()
  assert.equal(await open('/policies/team', 'ana'), ['stored', false])
})

test('input is not restored for another account or page, nor after a sign-out', async () => {
  await abandon('refused')
  assert.equal(await open('/policies/team', 'ben'), ['stored', false])
  await unmount()
  await abandon('refused')
  assert.equal(await open('/policies/other', 'ana'), ['stored', false])
  await unmount()
  await abandon()
  assert.equal(await open('/policies/team', 'ana'), ['stored', false])
})

test('unchanged input is not saved', async () => {
  await open('/policies/team', 'ana')
  await leave('refused')
  assert.equal(await open('/policies/team', 'ana', 'stored since'), ['stored since', false])
})

/** Opens a dialog, and returns the texts of its fields. */
const openDialog = async (title: string, stored = 'stored', savedAs?: string) => {
  startTestSession({ account: 'ana' })
  await render(
    <FormDialog
      title={title}
      {...(savedAs && { savedAs })}
      verb="Save"
      schema={v.object({ name: v.pipe(v.string(), v.title('Name')), note: v.pipe(v.string(), v.title('Note')) })}
      initial={{ name: stored, note: '' }}
      onSubmit={() => undefined}
      onClose={() => undefined}
    />,
  )
  return ['Name', 'Note'].map((name) => (field(name) as HTMLInputElement).value)
}

test('input of a dialog is restored once when it is opened again', async () => {
  navigate('/users')
  await openDialog('Edit ana')
  await type(field('Note'), 'typed')
  await leave('refused')
  assert.equal(await openDialog('Edit ana'), ['stored', 'typed'])
  await unmount()
  assert.equal(await openDialog('Edit ana'), ['stored', ''])
})

test('input of a dialog with a generated value is restored beside another one', async () => {
  navigate('/users')
  await openDialog('Create User', 'generated', 'Create User')
  await type(field('Note'), 'typed')
  await leave('refused')
  assert.equal(await openDialog('Create User', 'generated again', 'Create User'), ['generated again', 'typed'])
})

test('input of a dialog is not restored for another resource, nor after another page', async () => {
  navigate('/users')
  await openDialog('Edit ana')
  await type(field('Note'), 'typed')
  await leave('refused')
  assert.equal(await openDialog('Edit ben'), ['stored', ''])
  await unmount()
  assert.equal(await openDialog('Edit ana', 'stored since'), ['stored since', ''])
  await unmount()
  navigate('/groups')
  navigate('/users')
  assert.equal(await openDialog('Edit ana'), ['stored', ''])
})

test('a question is asked again after a sign-in of the same account, and not of another', async () => {
  const signIn = async (account: string) => {
    startTestSession({ account })
    await render(<ConfirmDialogs />)
    await flush()
    return findAll('[role=dialog]').length
  }
  for (const account of ['ana', 'ben']) {
    assert.is(await signIn('ana'), 0)
    await act(async () => void confirm({ title: 'Delete Tag', body: 'project', verb: 'Delete' }))
    await leave('refused')
    assert.is(await signIn(account), account === 'ana' ? 1 : 0)
    if (account === 'ana') await click(button('Cancel'))
    await unmount()
  }
})
