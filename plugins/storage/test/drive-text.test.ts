import { assert, test } from '../../../test/lib/suite.ts'
import { claimTone, driveTone, sizeOf, statesOf } from '../pages/drive-text.ts'

test('a Kubernetes quantity is parsed to bytes, and an invalid one stays unchanged', () => {
  assert.equal(['10Gi', '1.5T', '0', '1e9', '2Ki'].map(sizeOf), [10 * 2 ** 30, 1.5e12, 0, 1e9, 2048])
  assert.equal(['', 'much', '10Xi'].map(sizeOf), [undefined, undefined, undefined])
})

test('a drive has the color of its worst state', () => {
  const tone = (status: string, message = '') => driveTone({ status, message })
  assert.equal(
    ['Ready', 'InUse', 'Available', 'Unavailable'].map((status) => tone(status)),
    ['ok', 'ok', 'unknown', 'unknown'],
  )
  assert.equal(
    ['Lost', 'Error', 'Removed'].map((status) => tone(status)),
    ['danger', 'danger', 'danger'],
  )
  assert.equal(
    ['Moving', 'Terminating', 'Ready,Suspended'].map((status) => tone(status)),
    ['warning', 'warning', 'warning'],
  )
  assert.is(tone('Ready*', 'it cannot be read'), 'warning')
  assert.equal(statesOf({ status: 'Ready*' }), ['Ready'])
})

test('a pending claim is distinguished from a lost one', () => {
  assert.equal(['Bound', 'Pending', 'Lost', ''].map(claimTone), ['ok', 'warning', 'danger', 'unknown'])
})
