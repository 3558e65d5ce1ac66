import { assert, test } from '../../../test/lib/suite.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, render, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import Account from '../pages/account.tsx'

test('an account without any policy cannot create service accounts, and sees why', async () => {
  await startFakeServer(() => ({ body: [] }))
  const features = ['access-keys', 'account-changes'] as const
  for (const [rights, isDisabled] of [
    ['none', 'true'],
    ['some', null],
    ['unknown', null],
  ] as const) {
    startTestSession({ pages: ['/account'], plugins: ['identity'], features: [...features], rights })
    await render(<Account />)
    await until(() => assert.is(button('Create service account').getAttribute('aria-disabled'), isDisabled, rights))
    await unmount()
  }
})
