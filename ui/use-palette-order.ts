import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PaletteSection } from './use-palette-search.ts'

/** Time in ms after a key during which sections may still move. */
const SETTLE_TIME = 100

const scoreOf = ({ rows }: PaletteSection) => Math.max(0, ...rows.map(({ score }) => score))

/**
 * Orders the sections that have rows: best match first, otherwise in the given order. Shortly after a key the visible
 * ones keep their place, and once `pin` is called the late ones too: later results are added below, so that no row
 * moves away under the pointer.
 */
export const usePaletteOrder = (
  sections: readonly PaletteSection[],
  text: string,
  isLate: (name: string) => boolean,
) => {
  const [pinned, setPinned] = useState<{ text: string; names: readonly string[] }>()
  const nonEmpty = sections.filter(({ rows }) => rows.length > 0)
  const best = text ? [...nonEmpty].sort((a, b) => scoreOf(b) - scoreOf(a)) : nonEmpty
  const pinnedSections =
    pinned?.text === text ? pinned.names.flatMap((name) => best.find((section) => section.name === name) ?? []) : []
  const ordered = [...pinnedSections, ...best.filter((section) => !pinnedSections.includes(section))]

  const latest = useRef({ names: ordered.map(({ name }) => name), isLate })
  useLayoutEffect(() => void (latest.current = { names: ordered.map(({ name }) => name), isLate }))
  const pin = useCallback(() => setPinned({ text, names: latest.current.names }), [text])
  useEffect(() => {
    const settle = () => {
      const { names, isLate } = latest.current
      // moving with the arrow keys has already fixed all of them
      setPinned((before) => (before?.text === text ? before : { text, names: names.filter((name) => !isLate(name)) }))
    }
    const timer = setTimeout(settle, SETTLE_TIME)
    return () => clearTimeout(timer)
  }, [text])

  return { ordered, pin }
}
