import { useState } from 'react'
import { recall, remember } from '../memory.ts'

export type Density = 'comfortable' | 'compact'

/** How somebody has arranged a table: what this browser keeps of it. */
export type TableView = {
  /** Columns that are put away, by id. */
  hidden: readonly string[]
  /** How the visible columns share the width; empty as they are declared. */
  widths: Readonly<Record<string, number>>
  /** Every so many seconds it is loaded again; 0 never. */
  every: number
}

const untouched: TableView = { hidden: [], widths: {}, every: 0 }

const record = (kept: unknown): Record<string, unknown> =>
  typeof kept === 'object' && kept !== null ? { ...kept } : {}

// another version may have written it, and anybody may have changed it
const read = (name: string): TableView => {
  try {
    const { hidden, widths, every } = record(JSON.parse(recall(name) ?? '{}'))
    const shares = Object.entries(record(widths)).filter((entry): entry is [string, number] => Number(entry[1]) > 0)
    return {
      hidden: Array.isArray(hidden) ? hidden.map(String) : [],
      widths: Object.fromEntries(shares),
      every: Number(every) > 0 ? Number(every) : 0,
    }
  } catch {
    return untouched
  }
}

/** A table's arrangement under its name, kept in this browser; rows are as dense in every table. */
export const useTableView = (name: string | undefined) => {
  const key = `table.${name}`
  const [view, setView] = useState(() => (name ? read(key) : untouched))
  const [density, setDensity] = useState<Density>(() => (recall('density') === 'compact' ? 'compact' : 'comfortable'))
  const change = (part: Partial<TableView>) => {
    const next = { ...view, ...part }
    setView(next)
    if (name) remember(key, JSON.stringify(next))
  }
  const choose = (next: Density) => {
    remember('density', next)
    setDensity(next)
  }
  return { view, change, density, choose }
}
