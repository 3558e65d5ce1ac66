import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type CallArgs, earlyResult } from './client.ts'
import type { Endpoint, Input, Output } from '../protocol/contract.ts'
import { Failure, toFailure } from '../protocol/failure.ts'
import { useRecovery } from './use-recovery.ts'

/** State of a call. `data` stays during a reload; an `error` replaces it only if there is none. */
export type CallState<T> = {
  data: T | undefined
  error: Failure | undefined
  loading: boolean
  /** Time of `data`, in ms. */
  asOf: number | undefined
  /** Calls again; resolves when the response is rendered. */
  reload: () => Promise<void>
}

type Options<E> = {
  when?: boolean
  /** Result of the first call, if it is already known. */
  initial?: Output<E> | Failure | undefined
}
type CallInput<E> =
  {} extends Input<E> ? [input?: Input<E> | undefined, options?: Options<E>] : [input: Input<E>, options?: Options<E>]
type Result<T> = { key: string; data?: T; at?: number; error?: Failure }

/**
 * Makes a call on mount and whenever its input changes; with `when: false` it waits. A changed input starts empty, so
 * that no page shows data under another object's name. Retries automatically once an unreachable server responds again.
 */
export const useCall = <E extends Endpoint>(endpoint: E, ...rest: CallInput<E>): CallState<Output<E>> => {
  const [input, { when = true, initial } = {}] = rest as [Input<E> | undefined, Options<E>?]
  const key = JSON.stringify([endpoint.method, endpoint.path, input])
  const [result, setResult] = useState<Result<Output<E>>>(() => {
    if (initial instanceof Failure) return { key, error: initial }
    if (initial !== undefined) return { key, data: initial }
    const data = when ? earlyResult(endpoint, input) : undefined
    return data === undefined ? { key } : { key, data, at: Date.now() }
  })
  const isKnown = result.data !== undefined || result.error !== undefined
  const [pending, setPending] = useState(when && !isKnown)
  const latest = useRef({ key, sequence: 0 })
  latest.current.key = key
  const skipLoad = useRef(isKnown)

  const load = useCallback(async () => {
    const sequence = ++latest.current.sequence
    const next = await call(endpoint, ...([input] as CallArgs<Input<E>>)).then(
      (data): Result<Output<E>> => ({ key, data, at: Date.now() }),
      (error): Result<Output<E>> => ({ key, error: toFailure(error) }),
    )
    if (sequence !== latest.current.sequence) return
    setResult((last) => (next.error && last.key === key && last.data !== undefined ? { ...last, ...next } : next))
    setPending(false)
  }, [key])

  const run = useCallback(async () => {
    // requested for a previous input
    if (latest.current.key !== key) return
    setPending(true)
    await load()
  }, [load])

  useEffect(() => {
    if (skipLoad.current) skipLoad.current = false
    else if (when) void run()
    else setPending(false)
    return () => {
      latest.current.sequence += 1
    }
  }, [run, when])

  const current: Result<Output<E>> = result.key === key ? result : { key }
  useRecovery(when ? current.error : undefined, pending, load)
  return {
    data: current.data,
    error: current.error,
    loading: when && (pending || result.key !== key),
    asOf: current.at,
    reload: run,
  }
}
