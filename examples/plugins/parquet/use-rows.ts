import { useEffect, useState } from 'react'
import { Failure } from 'stowage'
import type { ViewedObject } from 'stowage/web'
import { type ParquetRows, readParquet } from './read.ts'

type State = { data?: ParquetRows; error?: Failure; loading: boolean }

const asFailure = (error: unknown) => (error instanceof Failure ? error : new Failure(0, String(error)))

/** First `rowLimit` rows of a Parquet file; keeps the previous rows while more are read. */
export const useRows = (object: ViewedObject, rowLimit: number): State => {
  const [state, setState] = useState<State>({ loading: true })
  useEffect(() => {
    const stop = new AbortController()
    setState(({ data }) => ({ ...(data && { data }), loading: true }))
    readParquet((start, end) => object.read(start, end, stop.signal), object.size, rowLimit).then(
      (data) => stop.signal.aborted || setState({ data, loading: false }),
      (error: unknown) =>
        stop.signal.aborted ||
        setState(({ data }) => ({ ...(data && { data }), error: asFailure(error), loading: false })),
    )
    return () => stop.abort()
  }, [object, rowLimit])
  return state
}
