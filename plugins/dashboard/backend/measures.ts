import { type Background, createFeed, type Log, type Pause, pauseFor } from 'stowage/server'
import type { Sample, Scrape } from './history/samples.ts'

/** Scrape interval in ms, aligned to quarter minutes. */
export const SCRAPE_INTERVAL = 15_000

/** Why there is no newer scrape, as a sentence, and since when, in ms since 1970. */
type Problem = { since: number; message: string; detail?: string | undefined }

/**
 * The last metrics of the storage, on either engine: MinIO's `/minio/v2/metrics/cluster`, or the embedded engine's own
 * metrics under the same names. Adapters and background work share one instance (`sharedInstances`).
 * Listen for every scrape, or read the newest.
 */
export type Measures = {
  /** The last successful scrape; `undefined` before the first. */
  newest(): Scrape | undefined
  /** Why the last scrape failed; `undefined` if it succeeded. */
  problem(): Problem | undefined
  /** Subscribes to scrapes; returns an unsubscribe function. */
  listen(listener: (scrape: Scrape) => void): () => void
  /** Requests a scrape immediately, because the storage may allow more now. */
  requestScrape(): void
  /** Aborts when `requestScrape` is called; used by the scraper. */
  scrapeRequested(): AbortSignal
  publish(scrape: Scrape): void
  fail(problem: Problem): void
}

export const createMeasures = (): Measures => {
  const feed = createFeed<Scrape>()
  let newest: Scrape | undefined
  let problem: Problem | undefined
  let request = new AbortController()
  return {
    requestScrape: () => request.abort(),
    scrapeRequested: () => {
      if (request.signal.aborted) request = new AbortController()
      return request.signal
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

/** Samples of a scrape with one of these names. */
export const samplesNamed = ({ samples }: Scrape, ...names: readonly string[]): Sample[] =>
  samples.filter(({ name }) => names.includes(name))

type Scraping = {
  measures: Measures
  clock(): number
  log: Log
  read(signal: AbortSignal): Promise<readonly Sample[]>
  pause?: Pause
}

/** Scrapes immediately and then every quarter minute, and publishes the results. */
export const startScraping = ({ measures, clock, log, read, pause = pauseFor }: Scraping): Background => {
  const over = new AbortController()
  const scrape = async () => {
    const at = clock()
    try {
      measures.publish({ at, samples: await read(over.signal) })
    } catch (error) {
      if (over.signal.aborted) return
      const { message, detail } = error as Error & { detail?: string }
      const before = measures.problem()
      if (before?.message !== message) log.info({ err: error }, 'the storage returned no metrics')
      measures.fail({ since: before?.since ?? at, message, ...(detail && { detail }) })
    }
  }
  const running = (async () => {
    while (!over.signal.aborted) {
      const scrapeRequested = measures.scrapeRequested()
      await scrape()
      if (!over.signal.aborted && !scrapeRequested.aborted)
        await pause(SCRAPE_INTERVAL - (clock() % SCRAPE_INTERVAL), AbortSignal.any([over.signal, scrapeRequested]))
    }
  })()
  return {
    stop: async () => {
      over.abort()
      await running
    },
  }
}
