import { join } from 'node:path'
import type { Background, Log } from 'stowage/server'
import { forMemory, type History, onDisk, openHistory } from './history/history.ts'
import { createFileMedium, createMemoryMedium, type Medium } from './history/medium.ts'
import { type Layout, sizeOf } from './history/ring.ts'
import type { Measures } from './measures.ts'
import type { Source } from './source.ts'
import { rules } from './widget-table.ts'
import * as messages from '../messages.ts'

/** Where the history is stored: a file in a folder, or memory without a folder. */
type RecorderContext = { measures: Measures; log: Log; folder: string | undefined; file: string }

/** Records every scrape in order; a write error is logged once. */
const recordScrapes = (history: History, measures: Measures, log: Log): Background => {
  let writing = Promise.resolve()
  let isLogged = false
  const leave = measures.listen((scrape) => {
    writing = writing
      .then(() => history.note(scrape))
      .then(
        () => void (isLogged = false),
        (error: unknown) => {
          if (!isLogged) log.warn({ err: error }, messages.metricsHistoryNotWritten)
          isLogged = true
        },
      )
  })
  const newest = measures.newest()
  if (newest) writing = history.note(newest).catch(() => undefined)
  return {
    stop: async () => {
      leave()
      await writing
      await history.close()
    },
  }
}

const open = async ({ folder, file, log }: RecorderContext): Promise<{ history: History; durable: boolean }> => {
  const openMedium = async (medium: Medium, layout: Layout) => openHistory(medium, rules, layout)
  if (folder !== undefined) {
    try {
      return { history: await openMedium(await createFileMedium(join(folder, file)), onDisk), durable: true }
    } catch (error) {
      log.warn({ err: error, file: join(folder, file) }, messages.metricsHistoryInMemory)
    }
  }
  return { history: await openMedium(createMemoryMedium(sizeOf(forMemory)), forMemory), durable: false }
}

/** The source of widgets, shared by ports and background work; `undefined` until the background work starts. */
export const createMetricsRecorder = () => {
  let source: Source | undefined

  return {
    /** The current source; `undefined` if history is off and there is no Prometheus. */
    source: () => source,

    /** Uses another source than history. */
    use: (other: Source) => void (source = other),

    /** Starts recording scrapes. */
    keep: (context: RecorderContext): Background => {
      const { measures } = context
      const opening = open(context).then(({ history, durable }) => ({
        history,
        durable,
        work: recordScrapes(history, measures, context.log),
      }))
      const historySource: Source = {
        read: async ({ of: { id }, as }, range) => (await opening).history.read({ id, as }, range),
        about: async () => {
          const { history, durable } = await opening
          const problem = measures.problem()
          return {
            source: 'history',
            durable,
            since: history.since(),
            ...(problem && {
              problem: { message: problem.message, ...(problem.detail && { detail: problem.detail }) },
            }),
            ...(history.dropped() > 0 && { droppedSeries: history.dropped() }),
          }
        },
      }
      source = historySource
      return {
        stop: async () => {
          if (source === historySource) source = undefined
          await (await opening).work.stop()
        },
      }
    },
  }
}
