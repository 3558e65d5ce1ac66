import { assert, test } from '../../lib/suite.ts'
import { DemonstrationStrip } from '../../../core/shell/demonstration-strip.tsx'
import { button, click, findAll, render } from '../../lib/react.tsx'
import { startTestSession } from '../../lib/session.ts'

const enter = (demonstration: boolean) => {
  startTestSession({ operator: true, account: 'admin', ...(demonstration && { demonstration: 'yes' }) })
}

const strips = () => findAll('[role=status]').length

test.after.each(() => sessionStorage.clear())

test('a closed demonstration notice stays closed in this tab, on other pages too', async () => {
  enter(true)
  await render(<DemonstrationStrip key="first" />)
  assert.is(strips(), 1)
  await click(button('Close'))
  assert.is(strips(), 0)
  await render(<DemonstrationStrip key="second" />)
  assert.is(strips(), 0)
})

test('a console outside the demonstration shows no notice', async () => {
  enter(false)
  await render(<DemonstrationStrip />)
  assert.is(strips(), 0)
})
