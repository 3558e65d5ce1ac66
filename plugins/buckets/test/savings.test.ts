import { assert, test } from '../../../test/lib/suite.ts'
import { reclaimable } from './reclaimable.ts'
import { addPage, noSums, savingsOf } from '../pages/lifecycle/savings.ts'

const page = reclaimable(10, [2, 50], 1, { 'logs/': [3, 70], '': [1, 5] })

test('pages are added up, and old objects by their prefix', () => {
  const half = addPage(noSums, { ...page, cursor: 'next' })
  assert.equal([half.state, half.cursor], ['open', 'next'])
  assert.equal(addPage(half, { ...page, oldObjects: [{ prefix: 'logs/', count: 1, size: 1 }] }), {
    ...reclaimable(20, [4, 100], 2, { 'logs/': [4, 71], '': [1, 5] }),
    cursor: undefined,
    state: 'ended',
  })
})

test('the largest saving comes first, each with the values of its rule', () => {
  const sums = addPage(noSums, page)
  assert.equal(
    savingsOf(sums, true).map(({ size, draft }) => [size, draft]),
    [
      [75, { expire: 'days', days: 365, prefix: '', older: 30 }],
      [70, { expire: 'days', days: 365, prefix: 'logs/', older: 30 }],
      [50, { expire: 'never', older: 30 }],
      [0, { expire: 'never', markers: true }],
    ],
  )
  assert.equal(savingsOf(sums, false)[1]?.draft, { expire: 'days', days: 365, prefix: 'logs/' })
  assert.equal(savingsOf(noSums, true), [])
  const one = addPage(noSums, { ...page, oldObjects: [{ prefix: 'logs/', count: 1, size: 1 }] })
  assert.equal(
    savingsOf(one, false).map(({ draft }) => draft.prefix),
    [undefined, 'logs/', undefined],
    'one folder is the whole bucket',
  )
})
