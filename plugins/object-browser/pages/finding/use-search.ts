import { useEffect, useRef, useState } from 'react'
import type { Failure } from 'stowage'
import { subscribeFeed } from 'stowage/web'
import type { Item } from '../../contract.ts'
import { finding } from '../../finding/contract.ts'

/** Search criteria in the address; empty ones are not applied. */
export type Query = { text: string; min: string; max: string; since: string; before: string; tag: string }

/** Progress of a search: `stopped` by the user or an error, `paused` after many matches. Times in ms. */
export type SearchProgress = {
  items: readonly Item[]
  scanned: number
  at: string
  state: 'running' | 'paused' | 'stopped' | 'done'
  cursor?: string | undefined
  failure?: Failure | undefined
  took: number
}

/** Delay after the last change before a new search starts, in ms. */
const DELAY = 300

const initialProgress: SearchProgress = { items: [], scanned: 0, at: '', state: 'running', took: 0 }

/** Searches below a prefix on the server, and collects matches as they arrive. */
export const useSearchBelow = (bucket: string, prefix: string, query: Query) => {
  const [progress, setProgress] = useState(initialProgress)
  const unsubscribe = useRef(() => {})
  const searchKey = JSON.stringify([bucket, prefix, query])

  /** Continues after the matches so far. */
  const begin = (before: SearchProgress) => {
    unsubscribe.current()
    const started = Date.now()
    let { items } = before
    setProgress({ ...before, state: 'running', failure: undefined })
    unsubscribe.current = subscribeFeed(
      finding.search,
      {
        onMessage: ({ found: more, scanned, at, state, cursor }) => {
          if (more.length > 0) items = [...items, ...more]
          setProgress({
            items,
            scanned: before.scanned + scanned,
            at,
            state,
            cursor,
            took: before.took + Date.now() - started,
          })
        },
        onEnd: (failure) => failure && setProgress((last) => ({ ...last, state: 'stopped', failure })),
      },
      {
        params: { bucket },
        query: { prefix, ...query, ...(before.cursor !== undefined && { cursor: before.cursor, at: before.at }) },
      },
    )
  }

  useEffect(() => {
    setProgress(initialProgress)
    const timer = setTimeout(() => begin(initialProgress), DELAY)
    return () => {
      clearTimeout(timer)
      unsubscribe.current()
    }
  }, [searchKey])

  return {
    found: progress,
    again: () => begin(initialProgress),
    goOn: () => begin(progress),
    stop: () => {
      unsubscribe.current()
      setProgress((last) => ({ ...last, state: 'stopped' }))
    },
  }
}
