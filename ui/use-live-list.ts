import { useEffect, useState } from 'react'
import type { InferOutput } from 'valibot'
import type { Optional } from '../core/web/client.ts'
import type { Feed, Input } from '../core/protocol/contract.ts'
import type { CallState } from '../core/web/use-call.ts'
import { useFeed } from '../core/web/use-feed.ts'

/**
 * How a live list works: the rows of the initial response, how a message updates them, and the feed's input after that
 * response.
 */
type LiveListOptions<Data, F extends Feed, Row> = {
  rows: (data: Data) => readonly Row[]
  applyChange: (rows: readonly Row[], change: InferOutput<F['reply']>) => readonly Row[]
  feedInput: (data: Data) => Optional<Input<F>>
}

/** A live list: loaded with a call, then updated by a feed. */
export const useLiveList = <Data, F extends Feed, Row>(
  list: CallState<Data>,
  changes: F,
  { rows: rowsOf, applyChange, feedInput }: LiveListOptions<Data, F, Row>,
) => {
  const [rows, setRows] = useState<readonly Row[]>()
  const { start, stop } = useFeed(changes, (change) => setRows((current = []) => applyChange(current, change)))
  const { data } = list
  useEffect(() => {
    if (data === undefined) return
    setRows(rowsOf(data))
    start(...feedInput(data))
    return stop
  }, [data])
  return { ...list, rows }
}

/** Inserts or replaces an item: in its position, or at the end if it is new. */
export const upsert = <Row>(list: readonly Row[], one: Row, keyOf: (row: Row) => string): readonly Row[] => {
  const key = keyOf(one)
  return list.some((row) => keyOf(row) === key) ? list.map((row) => (keyOf(row) === key ? one : row)) : [...list, one]
}
