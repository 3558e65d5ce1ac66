import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Given } from './client.ts'
import type { Endpoint, Input, Output } from './contract.ts'
import { Failure } from './failure.ts'
import { useRecovery } from './use-recovery.ts'

/** A call's state on screen. `data` stays while it is loaded again, and gives way to an `error`'s first answer only. */
export type CallState<T> = {
  data: T | undefined
  error: Failure | undefined
  loading: boolean
  /** When `data` came, in ms; nothing before it did. */
  asOf: number | undefined
  /** Calls again; resolves when the answer is on screen. */
  reload: () => Promise<void>
}

type Options<E> = {
  when?: boolean
  /** What the first call would bring, where it is known already. */
  known?: Output<E> | Failure | undefined
}
type Rest<E> =
  {} extends Input<E> ? [input?: Input<E> | undefined, options?: Options<E>] : [input: Input<E>, options?: Options<E>]
type Settled<T> = { key: string; data?: T; at?: number; error?: Failure }

const asFailure = (error: unknown) => (error instanceof Failure ? error : new Failure(0, String(error)))

/**
 * Makes a call when the component appears and whenever its input changes; with `when: false` it waits. Another input
 * starts empty, so that no page shows one thing's data under another one's name. When the server was away it calls
 * again by itself.
 */
export const useCall = <E extends Endpoint>(endpoint: E, ...rest: Rest<E>): CallState<Output<E>> => {
  const [input, { when = true, known } = {}] = rest as [Input<E> | undefined, Options<E>?]
  const key = JSON.stringify([endpoint.method, endpoint.path, input])
  const [settled, settle] = useState<Settled<Output<E>>>(() =>
    known instanceof Failure ? { key, error: known } : { key, ...(known !== undefined && { data: known }) },
  )
  const [pending, setPending] = useState(when && known === undefined)
  const latest = useRef(0)
  const isKnown = useRef(known !== undefined)

  const ask = useCallback(async () => {
    const turn = ++latest.current
    const next = await call(endpoint, ...([input] as Given<Input<E>>)).then(
      (data): Settled<Output<E>> => ({ key, data, at: Date.now() }),
      (error): Settled<Output<E>> => ({ key, error: asFailure(error) }),
    )
    if (turn !== latest.current) return
    settle((last) => (next.error && last.key === key && last.data !== undefined ? { ...last, ...next } : next))
    setPending(false)
  }, [key])

  const run = useCallback(() => {
    setPending(true)
    return ask()
  }, [ask])

  useEffect(() => {
    if (isKnown.current) isKnown.current = false
    else if (when) void run()
    else setPending(false)
    return () => {
      latest.current += 1
    }
  }, [run, when])

  const current: Settled<Output<E>> = settled.key === key ? settled : { key }
  useRecovery(when ? current.error : undefined, pending, ask)
  return {
    data: current.data,
    error: current.error,
    loading: when && (pending || settled.key !== key),
    asOf: current.at,
    reload: run,
  }
}
