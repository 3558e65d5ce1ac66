import { assert, test } from '../lib/suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { reauthorizeStream } from '../../engines/reauthorize-stream.ts'

/** A feed that emits one item and then waits for its end. */
async function* waiting(signal: AbortSignal) {
  yield 'first'
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
}

const collect = async (answers: (Failure | undefined)[], signal = new AbortController().signal) => {
  const pending = [...answers]
  const seen: string[] = []
  const assertMay = async () => {
    const answer = pending.shift()
    if (answer) throw answer
  }
  try {
    for await (const item of reauthorizeStream(assertMay, waiting, signal, 1)) seen.push(item)
    return { seen, left: pending.length }
  } catch (error) {
    return { seen, left: pending.length, status: (error as Failure).status }
  }
}

test('a lost right or session ends the stream with the reason', async () => {
  for (const status of [401, 403])
    assert.equal(await collect([undefined, new Failure(status, 'gone'), undefined]), {
      seen: ['first'],
      left: 1,
      status,
    })
})

test('a storage that does not respond ends no stream', async () => {
  const [unavailable, revoked] = [new Failure(503, 'away'), new Failure(403, 'gone')]
  assert.equal(await collect([unavailable, unavailable, revoked]), { seen: ['first'], left: 0, status: 403 })
})

test('a disconnected subscriber is no longer checked', async () => {
  assert.equal(await collect([new Failure(403, 'gone')], AbortSignal.abort()), { seen: ['first'], left: 1 })
})
