import { Failure } from '../../../core/protocol/failure.ts'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { objectResponse } from '../download.ts'
import { withType } from '../preview.ts'
import { sniff } from '../sniff.ts'

const gif = Buffer.from(`GIF89a\x03\0\x02\0${'.'.repeat(9000)}`)

/** An object that is read in chunks of 1,000 bytes; `ended` is whether its body was closed. */
const readFrom = (start: number, end: number) => {
  const state = { ended: false }
  const body = (async function* () {
    try {
      for (let at = start; at <= end; at += 1000) yield gif.subarray(at, Math.min(at + 1000, end + 1))
    } finally {
      state.ended = true
    }
  })()
  const span = { start, end }
  return {
    state,
    object: {
      size: gif.length,
      type: '',
      headers: {},
      metadata: {},
      tagCount: undefined,
      etag: '"e"',
      modified: new Date(),
      span,
      body,
    },
  }
}

const sniffStart = () => {
  let calls = 0
  return { calls: () => calls, sniff: async () => (calls++, sniff(gif.subarray(0, 100))) }
}

test('the type of an object that is read from its start comes from the same bytes', async () => {
  const start = sniffStart()
  const { state, object } = readFrom(0, gif.length - 1)
  const { sniffed, body } = await withType(object, start.sniff)
  assert.is(sniffed.type, 'image/gif')
  assert.is(start.calls(), 0, 'it is read once')
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  assert.ok(Buffer.concat(chunks).equals(gif), 'all bytes are sent')
  assert.ok(state.ended)
})

test('a response that is not sent ends the reading of the object', async () => {
  const { state, object } = readFrom(0, gif.length - 1)
  const { body } = await withType(object, sniffStart().sniff)
  for await (const _chunk of body) break
  assert.ok(state.ended)
})

test('the type of a later part, and of a short one, comes from the start of the object', async () => {
  for (const [from, to] of [
    [5000, 6000],
    [0, 5],
  ] as const) {
    const start = sniffStart()
    assert.is((await withType(readFrom(from, to).object, start.sniff)).sniffed.type, 'image/gif')
    assert.is(start.calls(), 1)
  }
})

test('an object is no longer read if its type cannot be detected', async () => {
  const refuse = async () => {
    throw new Failure(503, 'The storage server is busy')
  }
  const later = readFrom(5000, 6000)
  assert.is((await failureOf(withType(later.object, refuse))).status, 503)
  assert.ok(later.state.ended, 'a preview')
  const whole = readFrom(0, gif.length - 1)
  const response = objectResponse(
    {},
    async () => whole.object,
    () => 'a.gif',
    refuse,
  )
  assert.is((await failureOf(response)).status, 503)
  assert.ok(whole.state.ended, 'a shared link')
})
