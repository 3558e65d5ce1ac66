import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import type { Failure } from 'stowage'
import { subscribeFeed } from 'stowage/web'
import { diagnostic, parts, type Part, Report } from '../contract.ts'
import * as messages from '../messages.ts'

/** Maximum duration of a report, which is also the servers' limit (spec/3 9). */
const DEADLINE = '1h'

/** Progress of a part: servers that have answered, and the time until the first, in s. */
type Reached = { servers: number; after: number }

export type Reporting = {
  phase: 'none' | 'running' | 'done' | 'failed'
  reached: Partial<Record<Part, Reached>>
  began: number
  /** Duration in s. */
  took: number
  report?: Report
  /** Taken now, or read from a file. */
  from?: 'server' | 'file'
  failure?: Failure
}

const none: Reporting = { phase: 'none', reached: {}, began: 0, took: 0 }

/** The WebSocket close code of such a failure (spec/3 4). */
export const codeOf = ({ status }: Failure) => (status === 0 ? 1006 : status < 500 ? 1008 : 1011)

/** A report requested from the servers, or read from a file. */
export const useReport = () => {
  const [state, setState] = useState<Reporting>(none)
  const leave = useRef(() => {})
  useEffect(() => () => leave.current(), [])

  const start = () => {
    leave.current()
    const began = Date.now()
    const since = () => (Date.now() - began) / 1000
    setState({ ...none, phase: 'running', began })
    let last: Report | undefined
    leave.current = subscribeFeed(
      diagnostic.report,
      {
        onMessage: (message) => {
          if (!message.reached) return void (last = message)
          const counts = message.reached
          setState((before) => {
            const reached = { ...before.reached }
            for (const { id } of parts) {
              const servers = counts[id]
              if (servers !== undefined) reached[id] = { servers, after: before.reached[id]?.after ?? since() }
            }
            return { ...before, reached }
          })
        },
        onEnd: (failure) =>
          setState((before) => ({
            ...before,
            took: since(),
            ...(last && !failure
              ? { phase: 'done', report: last, from: 'server' }
              : { phase: 'failed', ...(failure && { failure }) }),
          })),
      },
      { query: { deadline: DEADLINE } },
    )
  }

  const stop = () => {
    leave.current()
    setState(none)
  }

  /** Reads a saved report. Throws a message for an invalid file. */
  const open = async (file: File) => {
    const read = v.safeParse(
      Report,
      await file
        .text()
        .then(JSON.parse)
        .catch(() => undefined),
    )
    if (!read.success) throw new Error(messages.notDiagnosticReport(file.name))
    leave.current()
    setState({ ...none, phase: 'done', report: read.output, from: 'file' })
  }

  return { ...state, start, stop, open }
}
