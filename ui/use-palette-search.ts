import { useEffect, useMemo, useRef, useState } from 'react'
import { includesIgnoringCase } from '../core/protocol/fold-case.ts'
import { displayName } from '../core/protocol/format.ts'
import { navigate } from '../core/web/location.ts'
import { usePanels } from '../core/web/panels.ts'
import type { Hit, Hits, SearchSection } from '../core/web/plugin.ts'
import type { CommandMatch } from './commands.ts'
import { fuzzyMatch } from './fuzzy-match.ts'

/** Maximum number of rows per section. */
const MAX_ROWS = 5

/** Debounce in ms before a request is sent. */
const DEBOUNCE = 200

/** Response of a section for a query, or its error. */
type SectionResponse = { text: string } & (Hits | { failure: string })

/** A section of the palette with its results; `more` counts those not shown. */
export type PaletteSection = { name: string; rows: readonly CommandMatch[]; more: number; note?: string | undefined }

/** Results so far, pending sections, and failed sections. */
type SearchState = {
  sections: readonly PaletteSection[]
  searching: readonly string[]
  failed: readonly { name: string; failure: string }[]
}

const debounce = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DEBOUNCE)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })

const toRow = (section: string, { label, hint, icon, to }: Hit, text: string): CommandMatch => {
  const name = displayName(label)
  const { pieces, score } = fuzzyMatch(name, text) ?? { pieces: [{ text: name, hit: false }], score: 0 }
  return { section, label: name, icon, ...(hint && { hint }), pieces, score, run: () => void navigate(to) }
}

const toSection = (name: string, { hits, note }: Hits, text: string): PaletteSection => {
  const rows = hits
    .filter(({ label }) => includesIgnoringCase(label, text))
    .map((hit) => toRow(name, hit, text))
    .sort((a, b) => b.score - a.score)
  return { name, rows: rows.slice(0, MAX_ROWS), more: Math.max(0, rows.length - MAX_ROWS), note }
}

/** Whether a response answers a query: it was for the same query, or contains all matches of a prefix of it. */
const isAnsweredBy = (response: SectionResponse | undefined, text: string) =>
  response !== undefined &&
  (response.text === text || ('all' in response && response.all === true && includesIgnoringCase(text, response.text)))

/**
 * Searches all sections for a text, each on its own, once typing pauses; the next key aborts it. Until a section has
 * responded it shows the matching part of its previous results.
 */
export const usePaletteSearch = (searches: readonly SearchSection[], text: string): SearchState => {
  const [responses, setResponses] = useState<ReadonlyMap<string, SectionResponse>>(new Map())
  const latest = useRef(responses)
  useEffect(() => void (latest.current = responses))
  const panels = usePanels()

  useEffect(() => {
    if (!text) return undefined
    const stop = new AbortController()
    const store = (section: string, response: SectionResponse) => {
      if (!stop.signal.aborted) setResponses((last) => new Map(last).set(section, response))
    }
    const runSearch = async ({ load }: SearchSection) => {
      const [search] = await Promise.all([load(), debounce(stop.signal)])
      return search(text, stop.signal, { panels })
    }
    for (const one of searches)
      if (!isAnsweredBy(latest.current.get(one.section), text))
        runSearch(one).then(
          (hits) => store(one.section, { text, ...hits }),
          (error: unknown) =>
            store(one.section, { text, failure: error instanceof Error ? error.message : String(error) }),
        )
    return () => stop.abort()
  }, [searches, panels, text])

  return useMemo(() => {
    const all = text ? searches.flatMap(({ section: name }) => ({ name, response: responses.get(name) })) : []
    return {
      sections: all.flatMap(({ name, response }) =>
        response && 'hits' in response ? toSection(name, response, text) : [],
      ),
      searching: all.filter(({ response }) => !isAnsweredBy(response, text)).map(({ name }) => name),
      failed: all.flatMap(({ name, response }) =>
        response?.text === text && 'failure' in response ? { name, failure: response.failure } : [],
      ),
    }
  }, [searches, responses, text])
}
