import { useState } from 'react'
import type { Failure } from 'stowage'
import { subscribeFeed, useFeed } from 'stowage/web'
import { heal, type Progress } from '../contract.ts'

type HealTarget = { bucket: string; prefix: string }
type Order = {
  prefix: string
  recursive?: string
  'dry-run'?: string
  scan?: 'deep' | 'normal'
  'force-start'?: string
  'force-stop'?: string
}

/** Progress at a time, for the chart. */
export type Sample = { time: number; scanned: number; healed: number }

/** Maximum number of samples; a longer heal drops every second one repeatedly. */
const MAX_SAMPLES = 240

const thinned = (samples: readonly Sample[]) =>
  samples.length < MAX_SAMPLES ? samples : samples.filter((_, at) => at % 2 === 0)

/** Sends an order and resolves to the first progress, `undefined` for a stop. Throws `Failure`. */
const send = (bucket: string, query: Order) =>
  new Promise<Progress | undefined>((resolve, reject) => {
    const listener = {
      onMessage: (progress: Progress) => {
        leave()
        resolve(progress)
      },
      onEnd: (failure?: Failure) => (failure ? reject(failure) : resolve(undefined)),
    }
    const leave = bucket
      ? subscribeFeed(heal.follow, listener, { params: { bucket }, query })
      : subscribeFeed(heal.followAll, listener, { query })
  })

/** State of a heal: one feed starts it, a second one follows it and can reconnect without starting it again. */
export const useHeal = () => {
  const [progress, setProgress] = useState<Progress>()
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const [refused, setRefused] = useState<Failure>()
  const [busy, setBusy] = useState<'Starting' | 'Stopping'>()
  const onProgress = (next: Progress) => {
    setProgress(next)
    const sample = { time: Math.round(Date.now() / 1000), scanned: next.itemsScanned, healed: next.itemsHealed }
    setSamples((before) => [...thinned(before).filter(({ time }) => time < sample.time), sample])
  }
  const some = useFeed(heal.follow, onProgress)
  const all = useFeed(heal.followAll, onProgress)
  const live = some.phase !== 'stopped' || some.failure ? some : all

  const join = ({ bucket, prefix }: HealTarget) => {
    if (bucket) some.start({ params: { bucket }, query: { prefix, join: 'true' } })
    else all.start({ query: { join: 'true' } })
  }
  const leave = () => {
    some.stop()
    all.stop()
  }
  const attempt = async (action: typeof busy, work: () => Promise<void>) => {
    setRefused(undefined)
    setBusy(action)
    await work().catch((failure: Failure) => setRefused(failure))
    setBusy(undefined)
  }

  return {
    progress,
    samples,
    busy,
    phase: live.phase,
    failure: refused ?? live.failure,
    join,
    begin: (bucket: string, query: Order) =>
      attempt('Starting', async () => {
        leave()
        setSamples([])
        const first = await send(bucket, query)
        if (first) onProgress(first)
        if (first?.phase === 'running') join({ bucket, prefix: query.prefix })
      }),
    end: (bucket: string, prefix: string) =>
      attempt('Stopping', async () => {
        // a stopped heal ends with an error for its followers
        const followed = live.phase !== 'stopped'
        leave()
        await send(bucket, { prefix, 'force-stop': 'true' }).catch((failure: unknown) => {
          if (followed) join({ bucket, prefix })
          throw failure
        })
        setProgress((last) => last && { ...last, phase: last.phase === 'running' ? 'stopped' : last.phase })
      }),
  }
}
