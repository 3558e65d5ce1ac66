import { assert, test } from '../../lib/suite.ts'
import { isDatabaseClosed, isValueBroken } from '../../../engines/embedded/store/error-texts.ts'

test("all of LMDB's errors for a closed database are recognized", () => {
  for (const text of [
    'Can not operate on a closed database',
    'Can not read from a closed database',
    'The database has been closed and you can not transact on it',
    'Database is closed',
    'Commit failed (see commitError for details)',
  ])
    assert.ok(isDatabaseClosed(text), text)
  assert.not.ok(isDatabaseClosed('The dbi is out of range'))
})

test("all of msgpackr's errors for an incomplete value are recognized", () => {
  for (const text of [
    'Unexpected end of MessagePack data',
    'Data read, but end of buffer not reached {}',
    'Unexpected end of buffer',
    'Unknown extension 45',
    'Unknown MessagePack token 193',
  ])
    assert.ok(isValueBroken(text), text)
  assert.not.ok(isValueBroken('Database is closed'))
})
