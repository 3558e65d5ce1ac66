import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { NewBucket } from '../contract.ts'
import {
  emptyDraft,
  changeDraft,
  type Draft,
  hasLocking,
  missingField,
  problems,
  toNewBucket,
  units,
  hasVersioning,
} from '../pages/draft.ts'

const draft = (patch: Partial<Draft>) => changeDraft({ ...emptyDraft, name: 'invoices-2026' }, patch)

test('an untouched form requires a name and offers a hard quota of 1 TiB and one day of governance retention', () => {
  assert.is(missingField(emptyDraft), 'Name the bucket')
  assert.is(missingField(changeDraft(emptyDraft, { name: '   ' })), 'Name the bucket')
  assert.equal([emptyDraft.quotaType, emptyDraft.quotaSize, emptyDraft.quotaUnit], ['hard', '1', 'TiB'])
  assert.equal([emptyDraft.mode, emptyDraft.unit, emptyDraft.validity], ['governance', 'days', '1'])
})

test('a form with only a name creates a plain bucket', () => {
  const plain = draft({ name: '  invoices-2026 ' })
  assert.is(missingField(plain), undefined)
  assert.equal(problems(plain), {})
  assert.equal(toNewBucket(plain), { name: 'invoices-2026', versioning: false, locking: false })
})

test('a quota is sent in bytes for every unit', () => {
  const amounts = units.map(
    (quotaUnit) => toNewBucket(draft({ quota: true, quotaSize: '1.5', quotaUnit })).quota?.amount,
  )
  assert.equal(
    amounts,
    [1024, 1024 ** 2, 1024 ** 3, 1024 ** 4, 1024 ** 5].map((unit) => unit * 1.5),
  )
})

test('a quota of 0 or below 1 is refused', () => {
  for (const quotaSize of ['', ' ', '0', '0.0', 'much', '-1'])
    assert.ok(missingField(draft({ quota: true, quotaSize })), quotaSize)
  assert.is(missingField(draft({ quota: true, quotaSize: '0.5' })), undefined)
  assert.ok(problems(draft({ quota: true, quotaSize: '0.5' })).quotaSize)
  assert.ok(problems(draft({ quota: true, quotaSize: '9', quotaUnit: 'PiB' })).quotaSize)
  assert.is(missingField(draft({ quota: false, quotaSize: '0' })), undefined)
  assert.equal(problems(draft({ quota: false, quotaSize: '0' })), {})
})

test('retention requires versioning', () => {
  assert.not.ok(draft({ retention: true }).retention)
  assert.ok(draft({ versioning: true, retention: true }).retention)
})

test("retention turns object lock on and keeps the user's own choice of object lock", () => {
  const retained = changeDraft(draft({ versioning: true }), { retention: true })
  assert.ok(hasLocking(retained))
  assert.ok(toNewBucket(retained).locking)
  assert.not.ok(hasLocking(changeDraft(retained, { retention: false })))
  assert.ok(hasLocking(changeDraft(changeDraft(retained, { locking: true }), { retention: false })))
})

test('object lock turns versioning on and allows retention', () => {
  const locked = draft({ locking: true })
  assert.ok(hasVersioning(locked))
  assert.ok(toNewBucket(locked).versioning)
  assert.ok(changeDraft(locked, { retention: true }).retention)
  // after turning object lock off, versioning returns to the user's choice
  assert.not.ok(hasVersioning(changeDraft(locked, { locking: false })))
  assert.not.ok(changeDraft(changeDraft(locked, { retention: true }), { locking: false }).retention)
})

test('turning versioning or retention off resets retention to governance and 1 day', () => {
  const retained = draft({ versioning: true, retention: true, mode: 'governance', unit: 'years', validity: '7' })
  for (const patch of [{ versioning: false }, { retention: false }]) {
    const { retention, mode, unit, validity } = changeDraft(retained, patch)
    assert.equal([retention, mode, unit, validity], [false, 'governance', 'days', '1'])
  }
})

test('retention validity is a whole number from 1 up to a hundred years', () => {
  const valid = (validity: string, unit: Draft['unit'] = 'days') =>
    draft({ versioning: true, retention: true, validity, unit })
  for (const validity of ['', '0', '0.5', '-3', 'x']) assert.ok(missingField(valid(validity)), validity)
  assert.ok(problems(valid('1.5')).validity)
  assert.ok(problems(valid('36501')).validity)
  assert.ok(problems(valid('101', 'years')).validity)
  assert.equal(problems(valid('100', 'years')), {})
})

test('a name that S3 would refuse is reported with the reason', () => {
  for (const name of ['ab', 'Upper', 'a..b', '-dash', 'dot.', '192.168.0.1', 'under_score', 'x'.repeat(64)])
    assert.type(problems(draft({ name })).name, 'string', name)
})

test('the server accepts every form without a problem or a missing field', () => {
  const flags = [false, true]
  for (const versioning of flags)
    for (const retention of flags)
      for (const quota of flags)
        for (const [validity, unit] of [
          ['1', 'days'],
          ['36500', 'days'],
          ['100', 'years'],
        ] as const) {
          const next = draft({ versioning, retention, quota, validity, unit, quotaSize: '7', quotaUnit: 'PiB' })
          assert.is(missingField(next), undefined)
          assert.equal(problems(next), {})
          assert.ok(v.safeParse(NewBucket, toNewBucket(next)).success)
        }
})
