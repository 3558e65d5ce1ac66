import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { type TierStatus, type Tier, tiers } from '../contract.ts'
import { reloadIfMissing } from './missing-tier.ts'

/** `unknown` if the console could not find out, with the reason. */
export type ShownStatus = TierStatus | { status: 'unknown'; problem: string; durationMs: 0 }

/** Status of each tier. All are tested concurrently, and each row updates when its response arrives. */
export const useTierStatuses = (all: readonly Tier[] | undefined, reload: () => unknown) => {
  const [statuses, setStatuses] = useState<Readonly<Record<string, ShownStatus>>>({})
  const latestReload = useRef(reload)
  latestReload.current = reload
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => void (isUnmounted.current = true)
  }, [])
  const latestTests = useRef(new Map<string, number>())
  const verify = useCallback(async ({ type, name }: Tier) => {
    const sequence = (latestTests.current.get(name) ?? 0) + 1
    latestTests.current.set(name, sequence)
    const unknown = (error: unknown): ShownStatus => ({
      status: 'unknown',
      problem: error instanceof Failure ? error.message : String(error),
      durationMs: 0,
    })
    const status = await call(tiers.verify, { params: { type, name } })
      .catch(reloadIfMissing(latestReload.current))
      .catch(unknown)
    if (!isUnmounted.current && latestTests.current.get(name) === sequence)
      setStatuses((before) => ({ ...before, [name]: status }))
  }, [])
  const tierNames = all?.map(({ name }) => name).join(' ')
  useEffect(() => {
    for (const tier of all ?? []) void verify(tier)
  }, [tierNames])
  return { statuses, verify }
}
