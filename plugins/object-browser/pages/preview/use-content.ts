import { useEffect, useState } from 'react'
import { Failure } from '../../../../core/failure.ts'
import { createReader, type Read, type Source } from './read.ts'

const asFailure = (error: unknown) =>
  error instanceof Failure ? error : new Failure(0, error instanceof Error ? error.message : String(error))

/** What reading an object gives, again whenever something that it goes by changes; nothing before it is there. */
export const useRead = <T>(
  source: Source,
  work: (read: Read, signal: AbortSignal) => Promise<T>,
  by: readonly unknown[],
) => {
  const [state, setState] = useState<{ data?: T; error?: Failure; loading: boolean }>({ loading: true })
  const { bucket, path, version, size } = source
  useEffect(() => {
    const stop = new AbortController()
    setState(({ data }) => ({ ...(data !== undefined && { data }), loading: true }))
    work(createReader(source, stop.signal), stop.signal).then(
      (data) => stop.signal.aborted || setState({ data, loading: false }),
      (error: unknown) =>
        stop.signal.aborted ||
        setState(({ data }) => ({ ...(data !== undefined && { data }), error: asFailure(error), loading: false })),
    )
    return () => stop.abort()
  }, [bucket, path, version, size, ...by])
  return state
}

/** Joins what was read one after the other. */
export const joined = (pieces: readonly Uint8Array[]) => {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** The first bytes of an object, `step` more whenever more are asked for, and no more than `most`. */
export const useBytes = (source: Source, { step, most }: { step: number; most: number }) => {
  const [wanted, setWanted] = useState(step)
  const [pieces, setPieces] = useState<readonly Uint8Array[]>([])
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  const end = Math.min(wanted, source.size, most)
  const state = useRead(
    source,
    async (read) => {
      if (bytes >= end) return
      const piece = await read(bytes, end)
      setPieces([...pieces, piece])
    },
    [end],
  )
  return {
    pieces,
    bytes,
    error: state.error,
    loading: state.loading,
    more: bytes < Math.min(source.size, most) ? () => setWanted(bytes + step) : undefined,
  }
}
