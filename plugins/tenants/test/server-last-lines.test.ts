import { assert, suite } from '../../../test/lib/suite.ts'
import { lastLines } from '../details/last-lines.ts'
import { cutNotes } from '../details/log-limits.ts'

const test = suite('last lines of a log')

/** A log in parts of these lines, which counts the parts that were read. */
const logOf = (...parts: string[][]) => {
  const state = { read: 0 }
  const stream = (async function* () {
    for (const lines of parts) {
      state.read += 1
      yield { lines }
    }
  })()
  return { state, stream }
}

test('a log within the limits is returned as it is', async () => {
  assert.is(await lastLines(logOf(['a', ''], ['é']).stream), 'a\n\né')
  assert.is(await lastLines(logOf(['aaa', 'bbb']).stream, { returned: 8, read: 100 }), 'aaa\nbbb')
  assert.is(await lastLines(logOf().stream), '')
})

test('the newest lines of a longer log are kept, and a first line says that older ones are left out', async () => {
  const { stream } = logOf(['aaa', 'bbb'], ['ccc'], ['ddd'])
  assert.is(await lastLines(stream, { returned: 9, read: 100 }), `${cutNotes.older}\nccc\nddd`)
})

test('a last line above the limit is returned', async () => {
  assert.is(
    await lastLines(logOf(['a'], ['b'.repeat(20)]).stream, { returned: 9, read: 100 }),
    `${cutNotes.older}\n${'b'.repeat(20)}`,
  )
})

test('an endless log is read up to a limit, and a first line says that newer lines are left out', async () => {
  const { stream, state } = logOf(...Array.from({ length: 50 }, (_, index) => [`${index}`.padStart(3)]))
  assert.is(await lastLines(stream, { returned: 8, read: 20 }), `${cutNotes.newer}\n  4\n  5`)
  assert.is(state.read, 6)
})
