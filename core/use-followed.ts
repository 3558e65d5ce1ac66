import { useEffect, useState } from 'react'
import type { InferOutput } from 'valibot'
import type { Optional } from './client.ts'
import type { Feed, Input } from './contract.ts'
import type { CallState } from './use-call.ts'
import { useFeed } from './use-feed.ts'

/**
 * How a list is followed: the rows of the answer that it comes with, what a change makes of them, and what the feed is
 * asked for after that answer.
 */
type How<Answer, F extends Feed, Row> = {
  rows: (answer: Answer) => readonly Row[]
  after: (rows: readonly Row[], change: InferOutput<F['reply']>) => readonly Row[]
  from: (answer: Answer) => Optional<Input<F>>
}

/** A list that stays true by itself: it comes with a call, and a feed tells what becomes of it from then on. */
export const useFollowed = <Answer, F extends Feed, Row>(
  list: CallState<Answer>,
  changes: F,
  { rows: rowsOf, after, from }: How<Answer, F, Row>,
) => {
  const [rows, setRows] = useState<readonly Row[]>()
  const { start, stop } = useFeed(changes, (change) => setRows((known = []) => after(known, change)))
  const { data } = list
  useEffect(() => {
    if (data === undefined) return
    setRows(rowsOf(data))
    start(...from(data))
    return stop
  }, [data])
  return { ...list, rows }
}

/** A list with one thing as it is now: at its place, or at the end where it is new. */
export const withOne = <Row>(list: readonly Row[], one: Row, keyOf: (row: Row) => string): readonly Row[] => {
  const key = keyOf(one)
  return list.some((row) => keyOf(row) === key) ? list.map((row) => (keyOf(row) === key ? one : row)) : [...list, one]
}
