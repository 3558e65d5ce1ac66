import { getEventListeners } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, test } from '../../lib/suite.ts'
import { listen } from '../../lib/listen.ts'
import * as v from 'valibot'
import type { Failure } from '../../../core/protocol/failure.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { followBuffered } from '../../../engines/minio/buffered-watch.ts'
import { until } from '../../lib/until.ts'
import { certificate, key } from './certificate.ts'

const keys = { accessKey: 'anna', secretKey: 'anna-secret-key' }
const read = { method: 'GET', path: '/bucket' } as const
const Line = v.object({ number: v.number() })

/** Runs against a server that writes what `publish` is given to every open call, with `write`. */
const against = async (
  write: (response: ServerResponse, line: string) => void,
  run: (has: {
    client: ReturnType<typeof createClient>
    publish(number: number): void
    under: Set<ServerResponse>
    times: () => number
  }) => Promise<void>,
  secure?: 'secure',
) => {
  const under = new Set<ServerResponse>()
  let times = 0
  const listener: RequestListener = (request, response) => {
    times += 1
    under.add(response)
    response.once('close', () => under.delete(response))
    // as Go's server, which flushes a call's output when it ends
    request.socket.once('end', () => response.end())
  }
  const server: Server = secure ? createSecureServer({ cert: certificate, key }, listener) : createServer(listener)
  Object.assign(server, { httpAllowHalfOpen: true })
  const url = new URL(`${secure ? 'https' : 'http'}://127.0.0.1:${await listen(server)}`)
  const client = createClient({ url, ca: [certificate], deadline: 1000 })
  const publish = (number: number) => under.forEach((response) => write(response, `${JSON.stringify({ number })}\n`))
  try {
    await run({ client, publish, under, times: () => times })
  } finally {
    client.close()
  }
}

/** Buffers all output until the call ends. */
const buffering = (response: ServerResponse, line: string) => {
  if (!response.writableCorked) response.cork()
  response.write(line)
}
const flushing = (response: ServerResponse, line: string) => void response.write(line)

/** Follows the calls and adds lines to `lines`; `end` unsubscribes and returns the failure before that, if any. */
const following = (client: ReturnType<typeof createClient>, quiet: number) => {
  const controller = new AbortController()
  const { signal } = controller
  const received: number[] = []
  let callSignal: AbortSignal | undefined
  const ask = (over: AbortSignal) => client.bufferedCall({ ...read, signal: (callSignal = over) }, keys)
  const lines = followBuffered(Line, ask, { host: client.host, buffering: client.bufferingState, signal, quiet })
  const done = (async () => {
    for await (const { number } of lines) received.push(number)
  })().catch((error: Failure) => error)
  return {
    received,
    done,
    /** Number of listeners that wait for the end. */
    waiting: () => (callSignal ? getEventListeners(callSignal, 'abort').length : 0),
    end: () => {
      controller.abort()
      return done
    },
  }
}

for (const secure of [undefined, 'secure'] as const)
  test(`output a server buffers until the call ends is delivered meanwhile, once and in order${secure ? ', over TLS too' : ''}`, () =>
    against(
      buffering,
      async ({ client, publish, under }) => {
        const { received, end, waiting } = following(client, 100)
        await until(() => under.size > 0)
        const all = Array.from({ length: 100 }, (_, number) => number)
        for (const number of all) {
          publish(number)
          assert.ok(under.size <= 3)
          await pause(10)
        }
        await until(() => received.includes(99))
        assert.equal(received, all)
        assert.ok(waiting() < 10, `${waiting()} wait for the end`)
        assert.is(client.bufferingState.isObserved, true)
        assert.is(await end(), undefined)
        await until(() => under.size === 0)
      },
      secure,
    ))

test('a server that flushes every line is requested once', () =>
  against(flushing, async ({ client, publish, under, times }) => {
    const { received, end } = following(client, 1000)
    await until(() => under.size > 0)
    for (let number = 0; number < 150; number++) {
      publish(number)
      await pause(20)
    }
    await until(() => received.length === 150)
    assert.is(times(), 1)
    assert.is(await end(), undefined)
    await until(() => under.size === 0)
  }))

test('a server that does not end a cancelled call is reported as not responding', () =>
  against(
    () => undefined,
    async ({ client, under }) => {
      const { done } = following(client, 100)
      await until(() => under.size > 0)
      for (const response of under) response.end = () => response
      const failure = await done
      assert.is(failure?.status, 503)
      assert.match(failure?.message ?? '', 'does not answer')
    },
  ))

test('if a cancelled call ends without output, an intermediary is named as the cause', () =>
  against(
    () => undefined,
    async ({ client, under }) => {
      const { done } = following(client, 100)
      await until(() => under.size > 0)
      for (const response of under) response.end = () => response.destroy()
      const failure = await done
      assert.match(
        `${failure?.message} ${failure?.detail}`,
        /ended the connection It sends nothing until there is an event/,
      )
    },
  ))
