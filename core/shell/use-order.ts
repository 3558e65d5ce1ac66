import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Section } from './use-search.ts'

/** How long after a key, in ms, sections still find their places. */
const SETTLING = 100

const scoreOf = ({ rows }: Section) => Math.max(0, ...rows.map(({ score }) => score))

/**
 * Orders the sections that have something: the best match first, otherwise as given. Soon after a key, and as soon as `hold` is
 * called, those on screen stay where they are: what is found later comes below, so that no row moves away from under a finger.
 */
export const useOrder = (sections: readonly Section[], text: string) => {
  const [held, setHeld] = useState<{ text: string; names: readonly string[] }>()
  const filled = sections.filter(({ rows }) => rows.length > 0)
  const best = text ? [...filled].sort((a, b) => scoreOf(b) - scoreOf(a)) : filled
  const kept = held?.text === text ? held.names.flatMap((name) => best.find((section) => section.name === name) ?? []) : []
  const ordered = [...kept, ...best.filter((section) => !kept.includes(section))]

  const latest = useRef<readonly string[]>([])
  useLayoutEffect(() => void (latest.current = ordered.map(({ name }) => name)))
  const hold = useCallback(() => setHeld({ text, names: latest.current }), [text])
  useEffect(() => {
    const timer = setTimeout(hold, SETTLING)
    return () => clearTimeout(timer)
  }, [hold])

  return { ordered, hold }
}
