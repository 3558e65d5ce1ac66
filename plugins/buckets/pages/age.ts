import { useEffect, useState } from 'react'
import { useCall } from '../../../core/use-call.ts'
import { usage } from '../contract.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Below so many seconds it is now: that is what asking takes. */
const NOW = 10

/** How long ago something was, in its largest unit: `counted 3 minutes ago`. */
export const countedAgo = (seconds: number): string => {
  if (seconds < NOW) return 'counted just now'
  const [unit, size] = units.find(([, least]) => seconds >= least) ?? ['second', 1]
  const number = Math.floor(seconds / size)
  return `counted ${number} ${unit}${number === 1 ? '' : 's'} ago`
}

/** How often the words follow the clock, in ms. */
const TICK = 30_000

/** How old the sizes and counts of buckets are, in words; nothing for whoever may not know. */
export const useAge = (): string | undefined => {
  const { data, asOf: came } = useCall(usage.usageAge)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  if (!data || data.unknown || came === undefined) return undefined
  if (data.age === undefined) return 'not counted yet'
  return countedAgo(data.age + Math.max(0, now - came) / 1000)
}
