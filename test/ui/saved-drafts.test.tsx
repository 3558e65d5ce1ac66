import * as v from 'valibot'
import { session } from '../../core/web/session.ts'
import { FormFields } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { navigate } from '../core/fake-server.ts'
import { button, field, render, type, unmount } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'
import { assert, test } from '../lib/suite.ts'

const Page = ({ name }: { name: string }) => {
  const form = useForm({
    schema: v.object({ name: v.pipe(v.string(), v.title('Name')) }),
    restoresInput: true,
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
