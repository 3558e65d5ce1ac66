import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import type { Claim, Drive } from '../contract.ts'
import { claimsAfter, drivesAfter } from '../pages/apply-change.ts'

const claim = (name: string, status = 'Bound'): Claim => ({
  name,
  namespace: 'shop',
  status,
  volume: '',
  tenant: 'prod',
  capacity: '0',
  storageClass: '',
  age: '',
})
const drive = (name: string, status = 'Ready'): Drive => ({
  drive: name,
  node: 'node-1',
  capacity: 1,
  allocated: 0,
  volumes: 0,
  status,
  message: '',
})

test('a claim is added, changed in place and deleted', () => {
  const list = [claim('a'), claim('b')]
  assert.equal(pluck(claimsAfter(list, { kind: 'set', claim: claim('c') }), 'name'), ['a', 'b', 'c'])
  assert.equal(claimsAfter(list, { kind: 'set', claim: claim('a', 'Lost') }), [claim('a', 'Lost'), claim('b')])
  assert.equal(claimsAfter(list, { kind: 'deleted', claim: claim('a') }), [claim('b')])
  assert.equal(claimsAfter(list, { kind: 'deleted', claim: { name: 'a', namespace: 'elsewhere' } }), list)
  assert.equal(claimsAfter(list, { kind: 'all', claims: [] }), [])
})

test('drives change in place, and missing ones disappear', () => {
  const list = [drive('/dev/a'), drive('/dev/b')]
  assert.equal(
    drivesAfter(list, {
      kind: 'some',
      set: [drive('/dev/a', 'Lost'), drive('/dev/c')],
      removed: [{ node: 'node-1', drive: '/dev/b' }],
    }),
    [drive('/dev/a', 'Lost'), drive('/dev/c')],
  )
  assert.equal(drivesAfter(list, { kind: 'all', drives: [] }), [])
})
