import { useEffect, useState } from 'react'
import { Failure } from 'stowage'
import { type Content, createReader, isPart, openContent, type Read, type Source } from './content.ts'

/** An error as a `Failure` with its message; unlike `toFailure`, without the name of its class. */
export const asFailure = (error: unknown) =>
  error instanceof Failure ? error : new Failure(0, error instanceof Error ? error.message : String(error))

/** Result of asynchronous work, which restarts when a dependency changes; keeps the last result in between. */
export const useWork = <T>(work: (signal: AbortSignal) => Promise<T>, dependencies: readonly unknown[]) => {
  const [state, setState] = useState<{ data?: T; error?: Failure; loading: boolean }>({ loading: true })
  useEffect(() => {
    const stop = new AbortController()
    setState(({ data }) => ({ ...(data !== undefined && { data }), loading: true }))
    work(stop.signal).then(
      (data) => stop.signal.aborted || setState({ data, loading: false }),
      (error: unknown) =>
        stop.signal.aborted ||
        setState(({ data }) => ({ ...(data !== undefined && { data }), error: asFailure(error), loading: false })),
    )
    return () => stop.abort()
  }, dependencies)
  return state
}

/** Opens an object; `convert` turns its content into what the caller displays. */
export const useContent = <T>(source: Source, convert: (content: Content, signal: AbortSignal) => T | Promise<T>) => {
  const { bucket, path, version, size } = source
  return useWork(async (signal) => convert(await openContent(source, signal), signal), [bucket, path, version, size])
}

/** Reads an opened content; `work` restarts when a dependency changes. */
export const useRead = <T>(
  content: Content,
  work: (read: Read, signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
) => useWork((signal) => work(createReader(content, signal), signal), [content, ...dependencies])

/** Concatenates pieces. */
export const joined = (pieces: readonly Uint8Array[]) => {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/**
 * First bytes of a content, up to `maxBytes`. `more` reads another `step` or the given number. `complete` is true once
 * the whole content was read; `more` is undefined once the limit is reached, which is not the same.
 */
export const useBytes = (content: Content, { step, maxBytes }: { step: number; maxBytes: number }) => {
  // reading again up to the same limit, after an error, is another attempt
  const [{ byteLimit, attempt }, setWanted] = useState({ byteLimit: step, attempt: 1 })
  const [pieces, setPieces] = useState<readonly Uint8Array[]>([])
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  const end = Math.min(byteLimit, content.size, maxBytes)
  const { error, loading } = useRead(
    content,
    async (read) => {
      if (bytes >= end) return
      const piece = await read(bytes, end)
      setPieces([...pieces, piece])
    },
    [end, attempt],
  )
  return {
    pieces,
    bytes,
    error,
    loading,
    complete: bytes >= content.size && !isPart(content),
    more:
      bytes < Math.min(content.size, maxBytes)
        ? (further = step) => setWanted({ byteLimit: bytes + further, attempt: attempt + 1 })
        : undefined,
  }
}
