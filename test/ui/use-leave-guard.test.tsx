import { act } from 'react'
import { assert, test } from '../lib/suite.ts'
import { currentLocation, navigate } from '../../core/web/location.ts'
import { ConfirmDialogs } from '../../ui/confirm.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { button, click, find, findAll, render, until } from '../lib/react.tsx'

const Form = () => {
  useLeaveGuard(true)
  return <ConfirmDialogs />
}

const back = () => act(async () => window.history.back())

test('Back asks before a dirty form is left, but not between two addresses of its page', async () => {
  await act(async () => navigate('/list'))
  await act(async () => navigate('/form'))
  await act(async () => navigate('/form?tab=two'))
  await render(<Form />)
  await back()
  await until(() => assert.is(currentLocation().search, ''))
  assert.equal(findAll('[role=dialog]'), [])
  await back()
  await until(() => find('[role=dialog]'))
  assert.is(currentLocation().path, '/form')
  await click(button('Discard'))
  await until(() => assert.is(currentLocation().path, '/list'))
})
