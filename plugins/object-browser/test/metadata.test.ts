import { assert, test } from '../../../test/lib/suite.ts'
import { metadataError } from '../pages/actions/metadata.tsx'

test('metadata stored by other programs is not validated, and changed or new lines are', () => {
  const before = `note: \nlong: ${'x'.repeat(1500)}\na+b: c`
  assert.is(metadataError(before, before), undefined)
  assert.is(metadataError(`${before}\nauthor: Ana`, before), undefined)
  assert.is(metadataError(`${before}\nauthor: `, before), 'author: Enter a value')
  assert.match(metadataError(before.replace('a+b: c', 'a+b: d'), before) ?? '', /^a\+b: Use letters, digits/)
  assert.match(metadataError(before) ?? '', /^note: Enter a value/)
})
