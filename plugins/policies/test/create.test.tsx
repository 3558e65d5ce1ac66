import { openServedConsole } from '../../../test/lib/served-console.tsx'
import { assert, test } from '../../../test/lib/suite.ts'
import { find, findAll, until } from '../../../test/lib/react.tsx'
import { fill, pressDialogButton } from '../../../test/lib/undo.tsx'

test('a policy that could not be attached is reported as created, and listed', async () => {
  await openServedConsole('/policies?create=1&user=nobody')
  await fill('Policy Name', 'team')
  await pressDialogButton('Save')
  await until(() =>
    assert.match(find('[role=dialog]').textContent, /The policy team was created, but is not attached to nobody: /),
  )
  await until(() => assert.ok(findAll('[role=row]').some((row) => row.textContent.startsWith('team'))))
})
