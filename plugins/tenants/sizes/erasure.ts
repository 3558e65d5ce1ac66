import * as messages from '../messages.ts'

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other)

/** Servers of a pool, and the drives of each. */
export type Spread = { servers: number; drives: number }

/**
 * Erasure set size, or why there are none (operator 3.4): the largest number from 4 to 16 that divides all drives and
 * spreads evenly over the servers.
 */
export const setSizeOf = (
  pools: readonly Spread[],
): { size: number; error?: undefined } | { size?: undefined; error: string } => {
  const totals = pools.map(({ servers, drives }) => servers * drives)
  const poolsText = pools.map(({ servers, drives }) => messages.poolShapeSummary(servers, drives)).join(', ')
  if (totals.length === 0 || totals.some((total) => !Number.isInteger(total) || total < 4))
    return { error: messages.tooFewDrives(poolsText || 'there are none') }
  const common = totals.reduce(greatestCommonDivisor)
  const divisors = Array.from({ length: 13 }, (_, index) => index + 4).filter((size) => common % size === 0)
  if (divisors.length === 0) return { error: messages.noErasureSetSize(poolsText) }
  const even = divisors.filter((size) =>
    pools.every(({ servers }) => (servers > size ? servers % size === 0 : size % servers === 0)),
  )
  const size = even.at(-1)
  return size === undefined ? { error: messages.erasureSetsUneven(poolsText) } : { size }
}

/** Parity choices for a set size, highest first: `EC:4`, `EC:3`, `EC:2`. */
export const paritiesOf = (size: number) =>
  Array.from({ length: Math.floor(size / 2) - 1 }, (_, index) => `EC:${Math.floor(size / 2) - index}`)

/** Parity drives in `EC:4`; 0 if the text has none. */
export const parityOf = (choice: string) => Number(/^EC:(\d+)$/.exec(choice)?.[1] ?? 0)

/** Result of a parity choice: usable bytes, and the total number of drives that may fail if evenly spread. */
type Factor = { choice: string; factor: number; capacity: bigint; failures: number }
export type Erasure = { raw: bigint; stripe: number; preset: string; factors: Factor[] }

/**
 * Cost and fault tolerance of each parity choice (operator 3.5). Sizes in bytes, computed exactly. `undefined` without
 * choices.
 */
export const erasureOf = ({
  choices,
  volumes,
  volumeSize,
  servers,
}: {
  choices: readonly string[]
  volumes: number
  volumeSize: number
  servers: number
}): Erasure | undefined => {
  const [first] = choices
  if (first === undefined) return undefined
  const raw = BigInt(volumes) * BigInt(volumeSize)
  const stripe = 2 * parityOf(first)
  const factors = choices.map((choice): Factor => {
    const data = stripe - parityOf(choice)
    return {
      choice,
      factor: stripe / data,
      capacity: (raw * BigInt(data)) / BigInt(stripe),
      failures: volumes - Math.floor((volumes * data) / stripe),
    }
  })
  // with many servers, half of the capacity is more parity than necessary
  const preset = volumes >= 8 && servers > 16 && choices.includes('EC:4') ? 'EC:4' : first
  return { raw, stripe, preset, factors }
}

/** Failures tolerated at the same time in any position: drives of one set, or whole servers with all their drives. */
export const toleranceOf = ({ servers, size, parity }: { servers: number; size: number; parity: number }) => ({
  drives: parity,
  servers: Math.floor(parity / Math.max(1, Math.ceil(size / servers))),
})
