import { useEffect, useMemo, useState } from 'react'
import { call, type Given, type Optional } from '../client.ts'
import type { Endpoint, Input, Output } from '../contract.ts'
import { shown } from '../format.ts'
import { navigate } from '../location.ts'
import type { Ask, Hit, Hits, SearchSection } from '../plugin.ts'
import type { Found } from './commands.ts'
import { match } from './match.ts'

/** How many rows a section shows. */
const MOST = 5

/** How long typing has to rest, in ms, before a search at the server begins. */
const PAUSE = 250

/** A section's answer to a text, or why there is none. */
type Answer = { text: string } & (Hits | { failure: string })

/** A heading of the palette with what it found: `more` counts what is not shown. */
export type Section = { name: string; rows: readonly Found[]; more: number; note?: string | undefined }

/** What was found so far, the sections that are still being searched, and those that could not be. */
type Searched = { sections: readonly Section[]; searching: readonly string[]; failed: readonly { name: string; failure: string }[] }

/** Asks that keep their answers, all of which `end` calls off. */
const remembering = () => {
  const stop = new AbortController()
  const answers = new Map<string, Promise<unknown>>()
  const ask: Ask = <E extends Endpoint>(endpoint: E, ...[input]: Optional<Input<E>>) => {
    const key = JSON.stringify([endpoint.method, endpoint.path, input])
    const answer = answers.get(key) ?? call(endpoint, ...([input, { signal: stop.signal }] as Given<Input<E>>))
    answers.set(key, answer)
    // the next key tries again
    answer.catch(() => answers.delete(key))
    return answer as Promise<Output<E>>
  }
  return { ask, end: () => stop.abort() }
}

const rest = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PAUSE)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })

const toRow = (section: string, { label, hint, icon, to }: Hit, text: string): Found => {
  const name = shown(label)
  const { pieces, score } = match(name, text) ?? { pieces: [{ text: name, hit: false }], score: 0 }
  return { section, label: name, icon, ...(hint && { hint }), pieces, score, run: () => void navigate(to) }
}

const toSection = (name: string, { hits, note }: Hits, text: string): Section => {
  const asked = text.toLowerCase()
  const fitting = hits.filter(({ label }) => label.toLowerCase().includes(asked))
  const rows = fitting.map((hit) => toRow(name, hit, text)).sort((a, b) => b.score - a.score)
  return { name, rows: rows.slice(0, MOST), more: Math.max(0, rows.length - MOST), note }
}

/**
 * Searches all sections for a text, each for itself. Until a section has answered it shows what fits of its answer to the text
 * before.
 */
export const useSearch = (searches: readonly SearchSection[], text: string): Searched => {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map())
  const [{ ask, end }] = useState(remembering)
  useEffect(() => end, [end])

  useEffect(() => {
    if (!text) return undefined
    const stop = new AbortController()
    const put = (section: string, answer: Answer) => {
      if (!stop.signal.aborted) setAnswers((last) => new Map(last).set(section, answer))
    }
    const look = async ({ pace, load }: SearchSection) => {
      if (pace === 'pause') await rest(stop.signal)
      const search = await load()
      return search(text, stop.signal, ask)
    }
    for (const one of searches)
      look(one).then(
        (hits) => put(one.section, { text, ...hits }),
        (error: unknown) => put(one.section, { text, failure: error instanceof Error ? error.message : String(error) }),
      )
    return () => stop.abort()
  }, [searches, text, ask])

  return useMemo(() => {
    const known = text ? searches.flatMap(({ section: name }) => ({ name, answer: answers.get(name) })) : []
    return {
      sections: known.flatMap(({ name, answer }) => (answer && 'hits' in answer ? toSection(name, answer, text) : [])),
      searching: known.filter(({ answer }) => answer?.text !== text).map(({ name }) => name),
      failed: known.flatMap(({ name, answer }) => (answer?.text === text && 'failure' in answer ? { name, failure: answer.failure } : [])),
    }
  }, [searches, answers, text])
}
