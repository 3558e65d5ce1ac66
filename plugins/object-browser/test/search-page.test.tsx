import { assert, test } from '../../../test/lib/suite.ts'
import { openServedConsole } from '../../../test/lib/served-console.tsx'
import { field, until } from '../../../test/lib/react.tsx'

test('an invalid day in the address of a search is ignored', async () => {
  await openServedConsole('/buckets/photos/browse?find=*&since=2026-13-45&before=2026-11-24')
  const value = (label: string) => (field(label) as HTMLInputElement).value
  await until(() => assert.is(value('Modified since'), '2026-13-45'))
  assert.is(value('Modified before'), '2026-11-24')
})
