import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { createStream } from '../feed.ts'
import { linesOf, readLines } from '../s3/response.ts'
import { sha256 } from '../s3/sign.ts'
import { ConnectionBroken } from '../transport.ts'
import { connectionEnded, idleConnectionClosed } from './messages.ts'

/** A call whose response the server may buffer until `leave` ends it. */
export type BufferedCall = { response: Promise<{ body: Readable }>; leave(): void }

type Call = {
  leave(): void
  /** Time of the last data, or of the start, in ms since 1970. */
  lastData: number
  state: 'silent' | 'speaking' | 'left'
  /** Digests of received records that the next call may repeat. */
  digests: Set<string>
  over: Promise<void>
}

/** Time in ms without data from a call that sends something every second, before it counts as buffered. */
const QUIET_TIME = 2000

/**
 * JSON lines of endless calls until the signal fires. Servers that flush each line need one call. Others (MinIO since
 * 2025) buffer about 4 kB or until the call ends: there two calls overlap, the older one is closed every 2 s to flush
 * its buffer and replaced, and records received twice are dropped. `buffering` remembers which kind a server is.
 */
export const followBuffered = <S extends v.GenericSchema>(
  schema: S,
  open: (until: AbortSignal) => BufferedCall,
  {
    host,
    buffering,
    signal,
    quiet = QUIET_TIME,
  }: { host: string; buffering: { isObserved: boolean }; signal: AbortSignal; quiet?: number },
): AsyncGenerator<v.InferOutput<S>> => {
  const bufferingFailure = (cause: unknown) =>
    new Failure(503, connectionEnded(host), {
      detail: idleConnectionClosed(String(cause)),
    })

  const work = async (emit: (line: string) => void, until: AbortSignal) => {
    /** Open calls, preceded by the one that ended last. */
    const calls: Call[] = []
    let fail: (error: unknown) => void = () => undefined
    const failed = new Promise<never>((_, reject) => (fail = reject))

    const isNew = (call: Call, line: string) => {
      if (calls.length === 1) return true
      const digest = sha256(line)
      if (calls.some((other) => other !== call && other.digests.delete(digest))) return false
      call.digests.add(digest)
      return true
    }
    const read = async (call: Call, response: BufferedCall['response']) => {
      try {
        for await (const line of linesOf((await response).body)) {
          call.lastData = Date.now()
          if (call.state === 'silent') call.state = 'speaking'
          if (line.trim() && isNew(call, line)) emit(line)
        }
      } catch (error) {
        throw call.state === 'left' && error instanceof ConnectionBroken ? bufferingFailure(error.detail) : error
      }
      if (call.state !== 'left') throw new Failure(503, connectionEnded(host))
    }
    const begin = () => {
      const { response, leave } = open(until)
      const call: Call = { leave, lastData: Date.now(), state: 'silent', digests: new Set(), over: Promise.resolve() }
      calls.push(call)
      call.over = read(call, response)
      call.over.catch(fail)
      return call
    }

    const rotate = async () => {
      let older = buffering.isObserved ? begin() : undefined
      let newer = begin()
      for (;;) {
        await pause(quiet, undefined, { signal: until })
        if (older) {
          buffering.isObserved = older.state === 'silent'
          older.state = 'left'
          older.leave()
          await older.over
          calls.splice(0, calls.indexOf(older))
        }
        const isQuiet = newer.state === 'silent' || Date.now() - newer.lastData >= quiet
        older = buffering.isObserved || isQuiet ? newer : undefined
        if (older) newer = begin()
        else calls.splice(0, calls.indexOf(newer))
      }
    }
    await Promise.race([failed, rotate()])
  }
  return readLines(schema, createStream(work, signal), { host, signal })
}
