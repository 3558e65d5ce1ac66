import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { AccessKey, GroupName } from '../contract.ts'

const problem = (schema: v.GenericSchema, name: string) => v.safeParse(schema, name).issues?.[0].message

test('names of new users and groups allow all letters, but no separators of a storage server or a header', () => {
  for (const schema of [AccessKey, GroupName]) {
    for (const name of ['müller', 'a b', '名前名', 'team/north', "o'neil"])
      assert.is(problem(schema, name), undefined, name)
    for (const name of ['one\ntwo', 'one\rtwo', 'one\ttwo', 'one\0two', 'one\x7ftwo', 'one\x85two'])
      assert.match(problem(schema, name) ?? '', 'cannot contain line breaks or other control characters')
  }
})
