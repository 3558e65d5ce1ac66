import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { connectionClosed, connectionEnded, responseUnreadable } from './messages.ts'

/** Validates a response; throws 502 for an unexpected shape. */
export const parseResponse = <S extends v.GenericSchema>(schema: S, response: unknown): v.InferOutput<S> => {
  const result = v.safeParse(schema, response)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Failure(502, responseUnreadable, {
    detail: `${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`,
  })
}

/** Parses JSON; throws 502 if it is invalid. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(502, responseUnreadable, { detail: text.slice(0, 200) })
  }
}

/** Splits a stream into lines of any length, skipping keep-alive whitespace. */
export async function* linesOf(body: Readable): AsyncGenerator<string> {
  let pieces: string[] = []
  for await (const chunk of body.setEncoding('utf8')) {
    const [first = '', ...lines] = String(chunk).split('\n')
    pieces.push(first)
    for (const line of lines) {
      yield pieces.join('')
      pieces = [line]
    }
  }
  yield pieces.join('')
}

/** Parses a line; `undefined` if it is invalid and may be skipped. */
const entryOf = <S extends v.GenericSchema>(
  schema: S,
  line: string,
  must: boolean,
): { value: v.InferOutput<S> } | undefined => {
  try {
    return { value: parseResponse(schema, readJson(line)) }
  } catch (error) {
    if (must) throw error
    return undefined
  }
}

type FollowOptions = { host: string; signal: AbortSignal | undefined; end?: 'ends' | 'endless' }

/** Number of invalid records tolerated at the start of an endless stream. */
const MAX_INVALID = 10

/**
 * Parses JSON lines. Throws `Failure` 503 if an endless stream ends, 502 for invalid JSON; but a single invalid record
 * of an endless stream is skipped.
 */
export async function* readLines<S extends v.GenericSchema>(
  schema: S,
  lines: AsyncIterable<string>,
  { host, signal, end = 'endless' }: FollowOptions,
): AsyncGenerator<v.InferOutput<S>> {
  try {
    let [read, unread] = [false, 0]
    for await (const line of lines) {
      if (!line.trim()) continue
      const must = end === 'ends' || (!read && (!line.trimStart().startsWith('{') || unread >= MAX_INVALID))
      const entry = entryOf(schema, line, must)
      unread += 1
      if (!entry) continue
      read = true
      yield entry.value
    }
    if (end === 'ends') return
    throw new Failure(503, connectionEnded(host))
  } catch (error) {
    if (signal?.aborted) return
    if (error instanceof Failure) throw error
    throw new Failure(503, connectionClosed(host), { detail: String(error) })
  }
}

/** JSON lines of a response until the signal fires; the stream is endless unless it `ends`. */
export const followLines = <S extends v.GenericSchema>(
  schema: S,
  open: () => Promise<{ body: Readable }>,
  followed: FollowOptions,
): AsyncGenerator<v.InferOutput<S>> => {
  const lines = async function* () {
    yield* linesOf((await open()).body)
  }
  return readLines(schema, lines(), followed)
}
