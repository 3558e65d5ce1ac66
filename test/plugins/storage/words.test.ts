import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { claimTone, driveTone, sizeOf, statesOf } from '../../../plugins/storage/pages/drive-text.ts'

test('a size of the cluster is read in bytes, and what is none is left as it stands', () => {
  assert.equal(['10Gi', '1.5T', '0', '1e9', '2Ki'].map(sizeOf), [10 * 2 ** 30, 1.5e12, 0, 1e9, 2048])
  assert.equal(['', 'much', '10Xi'].map(sizeOf), [undefined, undefined, undefined])
})

test('a drive looks as bad as the worst that is said of it', () => {
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

test('a claim that waits is not one that is lost', () => {
  assert.equal(['Bound', 'Pending', 'Lost', ''].map(claimTone), ['ok', 'warning', 'danger', 'unknown'])
})

test.run()
