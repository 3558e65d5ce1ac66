import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Section } from './use-search.ts'

/** How long after a key, in ms, sections still find their places. */
const SETTLING = 100

const scoreOf = ({ rows }: Section) => Math.max(0, ...rows.map(({ score }) => score))

/**
 * Orders the sections that have something: the best match first, otherwise as given. Soon after a key those on screen
 * stay where they are, and as soon as `hold` is called the late ones too: what is found later comes below, so that no
 * row moves away from under a finger.
 */
export const useOrder = (sections: readonly Section[], text: string, isLate: (name: string) => boolean) => {
  const [held, setHeld] = useState<{ text: string; names: readonly string[] }>()
  const filled = sections.filter(({ rows }) => rows.length > 0)
  const best = text ? [...filled].sort((a, b) => scoreOf(b) - scoreOf(a)) : filled
  const kept =
    held?.text === text ? held.names.flatMap((name) => best.find((section) => section.name === name) ?? []) : []
  const ordered = [...kept, ...best.filter((section) => !kept.includes(section))]

  const latest = useRef({ names: ordered.map(({ name }) => name), isLate })
  useLayoutEffect(() => void (latest.current = { names: ordered.map(({ name }) => name), isLate }))
  const hold = useCallback(() => setHeld({ text, names: latest.current.names }), [text])
  useEffect(() => {
    const settle = () => {
      const { names, isLate } = latest.current
      // who has moved on with the arrows has held all of them already
      setHeld((before) => (before?.text === text ? before : { text, names: names.filter((name) => !isLate(name)) }))
    }
    const timer = setTimeout(settle, SETTLING)
    return () => clearTimeout(timer)
  }, [text])

  return { ordered, hold }
}
