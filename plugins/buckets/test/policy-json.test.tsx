import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Rules } from '../pages/rules.tsx'

const policyOf = (prefix: string) => JSON.stringify({ Statement: [{ Resource: prefix }] }, null, 2)

test('a policy that has changed since it was last open is edited as it is now', async () => {
  startTestSession()
  let policy = policyOf('one/')
  await startFakeServer(({ url }) => ({ body: url.endsWith('/policy') ? { policy } : { accessRules: [] } }))
  await render(<Rules bucket="photos" refusal={false} onChanged={async () => undefined} />)
  const policyText = () => (field('Policy', find('[role=dialog]')) as HTMLTextAreaElement).value
  await click(button('Edit as JSON'))
  await until(() => assert.is(policyText(), policy))
  await click(button('Cancel'))
  policy = policyOf('two/')
  await click(button('Edit as JSON'))
  await until(() => assert.is(policyText(), policy))
  await click(button('Cancel'))
})

test('a policy that cannot be read says why, and can be read again', async () => {
  startTestSession()
  let isDamaged = true
  await startFakeServer(({ url }) => {
    if (!url.endsWith('/policy')) return { body: { accessRules: [] } }
    return isDamaged
      ? { status: 400, body: { message: 'the policy is damaged' } }
      : { body: { policy: policyOf('one/') } }
  })
  await render(<Rules bucket="photos" refusal={false} onChanged={async () => undefined} />)
  await click(button('Edit as JSON'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'The policy is damaged'))
  isDamaged = false
  await click(button('Try again', find('[role=dialog]')))
  await until(() => field('Policy', find('[role=dialog]')))
})
