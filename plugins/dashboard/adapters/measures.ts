import { setTimeout as sleep } from 'node:timers/promises'
import type { Background } from '../../../core/serve.ts'
import type { Log } from '../../../engines/engine.ts'
import { createFeed } from '../../../engines/feed.ts'
import type { Sample, Scrape } from '../../../engines/measures/samples.ts'

/** How often the storage is asked, in ms: always at full quarters of a minute. */
export const EVERY = 15_000

/** Why nothing newer is known, in a sentence, and since when, in ms since 1970. */
export type Problem = { since: number; message: string; detail?: string | undefined }

/**
 * The figures of the storage as they were told last, on either engine: what MinIO's `/minio/v2/metrics/cluster` says,
 * or the embedded engine of itself under the same names. Ports and work in the background get the one that there is by
 * `common(createMeasures)`, of a kit or a ground; whoever needs every scrape listens, whoever answers a call takes the
 * newest.
 */
export type Measures = {
  /** The last scrape that worked; nothing before the first. */
  newest(): Scrape | undefined
  /** Why there is none newer; nothing while all goes well. */
  problem(): Problem | undefined
  /** Has every scrape told as it comes, until what comes back is called. */
  listen(tell: (scrape: Scrape) => void): () => void
  /** Has the storage asked at once, since it may tell more by now. */
  hurry(): void
  /** For the work that scrapes. */
  hurried(): AbortSignal
  publish(scrape: Scrape): void
  fail(problem: Problem): void
}

/** Of a storage that has told nothing yet. */
export const createMeasures = (): Measures => {
  const feed = createFeed<Scrape>()
  let newest: Scrape | undefined
  let problem: Problem | undefined
  let hurry = new AbortController()
  return {
    hurry: () => hurry.abort(),
    hurried: () => {
      if (hurry.signal.aborted) hurry = new AbortController()
      return hurry.signal
    },
    newest: () => newest,
    problem: () => problem,
    listen: feed.listen,
    publish: (scrape) => {
      newest = scrape
      problem = undefined
      feed.publish(scrape)
    },
    fail: (next) => void (problem = next),
  }
}

/** The samples of a scrape that go by one of these names. */
export const named = ({ samples }: Scrape, ...names: readonly string[]): Sample[] =>
  samples.filter(({ name }) => names.includes(name))

/** What all samples of a name add up to; nothing where there is none. */
export const total = (scrape: Scrape, ...names: readonly string[]): number | undefined => {
  const found = named(scrape, ...names)
  return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined
}

/** Waits so many ms, or until the signal fires. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>

const pausing: Pause = (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

type Scraping = {
  measures: Measures
  clock(): number
  log: Log
  read(signal: AbortSignal): Promise<readonly Sample[]>
  pause?: Pause
}

/** Asks at once and then at every quarter of a minute, and tells what came. */
export const scraping = ({ measures, clock, log, read, pause = pausing }: Scraping): Background => {
  const over = new AbortController()
  const scrape = async () => {
    const at = clock()
    try {
      measures.publish({ at, samples: await read(over.signal) })
    } catch (error) {
      if (over.signal.aborted) return
      const { message, detail } = error as Error & { detail?: string }
      const before = measures.problem()
      if (before?.message !== message) log.info({ err: error }, 'the storage told nothing of its figures')
      measures.fail({ since: before?.since ?? at, message, ...(detail && { detail }) })
    }
  }
  const running = (async () => {
    while (!over.signal.aborted) {
      const hurried = measures.hurried()
      await scrape()
      if (!over.signal.aborted && !hurried.aborted)
        await pause(EVERY - (clock() % EVERY), AbortSignal.any([over.signal, hurried]))
    }
  })()
  return {
    stop: async () => {
      over.abort()
      await running
    },
  }
}
