import { useState } from 'react'
import { getPreference, setPreference } from '../core/web/preferences.ts'

export type Density = 'comfortable' | 'compact'

/** View options of a table stored in this browser. */
export type TableView = {
  /** Ids of hidden columns. */
  hidden: readonly string[]
  /** Relative widths of the visible columns; empty if they are as declared. */
  widths: Readonly<Record<string, number>>
  /** Refresh interval in seconds; 0 is off. */
  every: number
}

const DEFAULT_VIEW: TableView = { hidden: [], widths: {}, every: 0 }

const asRecord = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null ? { ...stored } : {}

// validated, because another version or the user may have written it
const read = (name: string): TableView => {
  try {
    const { hidden, widths, every } = asRecord(JSON.parse(getPreference(name) ?? '{}'))
    const shares = Object.entries(asRecord(widths)).filter((entry): entry is [string, number] => Number(entry[1]) > 0)
    return {
      hidden: Array.isArray(hidden) ? hidden.map(String) : [],
      widths: Object.fromEntries(shares),
      every: Number(every) > 0 ? Number(every) : 0,
    }
  } catch {
    return DEFAULT_VIEW
  }
}

/** View options of a table, stored in this browser under its name; row density is shared by all tables. */
export const useTableView = (name: string | undefined) => {
  const key = `table.${name}`
  const [view, setView] = useState(() => (name ? read(key) : DEFAULT_VIEW))
  const [density, setDensity] = useState<Density>(() =>
    getPreference('density') === 'compact' ? 'compact' : 'comfortable',
  )
  const changeView = (part: Partial<TableView>) => {
    const next = { ...view, ...part }
    setView(next)
    if (name) setPreference(key, JSON.stringify(next))
  }
  const changeDensity = (next: Density) => {
    setPreference('density', next)
    setDensity(next)
  }
  return { view, changeView, density, changeDensity }
}
