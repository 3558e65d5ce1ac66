import { useEffect, useState } from 'react'
import { useCall } from 'stowage/web'
import { usage } from '../contract.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Below this number of seconds it reads "now": a request takes that long. */
const JUST_NOW = 10

/** Elapsed time in its largest unit, such as `counted 3 minutes ago`. */
export const countedAgo = (seconds: number): string => {
  if (seconds < JUST_NOW) return 'counted just now'
  const [unit, size] = units.find(([, minimum]) => seconds >= minimum) ?? ['second', 1]
  const number = Math.floor(seconds / size)
  return `counted ${number} ${unit}${number === 1 ? '' : 's'} ago`
}

/** Refresh interval of the text, in ms. */
const REFRESH_INTERVAL = 30_000

/** Age of sizes that the storage has not counted yet. */
export const NOT_COUNTED = 'not counted yet'

/** Age of the buckets' sizes and counts as text; `undefined` if the account may not see it. */
export const useAge = (): string | undefined => {
  const { data, asOf: receivedAt } = useCall(usage.usageAge)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_INTERVAL)
    return () => clearInterval(timer)
  }, [])
  if (!data || data.unknown || receivedAt === undefined) return undefined
  if (data.age === undefined) return NOT_COUNTED
  return countedAgo(data.age + Math.max(0, now - receivedAt) / 1000)
}
