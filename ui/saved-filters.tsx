import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import * as v from 'valibot'
import { Failure } from '../core/protocol/failure.ts'
import { displayName } from '../core/protocol/format.ts'
import { currentLocation, navigate, useCurrentLocation } from '../core/web/location.ts'
import { getPreference } from '../core/web/preferences.ts'
import { FormDialog } from './form-dialog.tsx'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu-item.ts'
import { storePreference } from './store-preference.ts'
import { tooManyFilters, filterNameExists } from './messages.ts'

/** Filters of a page: a name, and the query string that sets them, with its `?`. */
export type SavedFilter = { name: string; search: string }

const Saved = v.array(v.object({ name: v.string(), search: v.string() }))

/** Maximum number of filters stored per page, and maximum length of a name. */
const [MAX_FILTERS, MAX_NAME_LENGTH] = [50, 60]

const read = (key: string): SavedFilter[] => {
  try {
    return v.parse(Saved, JSON.parse(getPreference(key) ?? '[]'))
  } catch {
    // another version or the user may have written it
    return []
  }
}

/** The same parameters in any order are the same filters. */
const sortedQuery = (search: string) => {
  const query = new URLSearchParams(search)
  query.sort()
  return query.toString()
}

const nameSchema = (taken: readonly string[]) =>
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.title('Name'),
      v.minLength(1, 'Enter a name'),
      v.maxLength(MAX_NAME_LENGTH, `Enter at most ${MAX_NAME_LENGTH} characters`),
      v.check((name) => !taken.includes(name), filterNameExists),
    ),
  })

type SavedFiltersProps = {
  /** Name under which this browser stores them. */
  name: string
  /** Filters that are always offered. */
  presets?: readonly SavedFilter[]
  /** `icon`: a button without a label. */
  look?: 'button' | 'icon'
}

/** Menu of a page's saved filters: query strings of its address, so the page must keep all filters there. */
export const SavedFilters = ({ name, presets = [], look = 'button' }: SavedFiltersProps) => {
  const key = `filters.${name}`
  const [saved, setSaved] = useState(() => read(key))
  const [naming, setNaming] = useState(false)
  const { search } = useCurrentLocation()
  const current = saved.find((one) => sortedQuery(one.search) === sortedQuery(search))
  /** Another tab may have saved filters since. */
  const change = (update: (stored: SavedFilter[]) => SavedFilter[]) => {
    const next = update(read(key))
    storePreference(key, next.length > 0 ? JSON.stringify(next) : undefined)
    setSaved(next)
  }
  const itemOf = (one: SavedFilter) => ({
    label: displayName(one.name),
    onSelect: () => void navigate(`${currentLocation().path}${one.search}`),
  })
  const items: MenuItem[] = [
    ...presets.map(itemOf),
    ...(presets.length > 0 && saved.length > 0 ? (['line'] as const) : []),
    ...saved.map(itemOf),
    ...(presets.length + saved.length > 0 ? (['line'] as const) : []),
    current
      ? {
          label: `Delete ${displayName(current.name)}`,
          onSelect: () => change((stored) => stored.filter(({ name }) => name !== current.name)),
        }
      : {
          label: 'Save These Filters',
          disabled: saved.length >= MAX_FILTERS && tooManyFilters(MAX_FILTERS),
          onSelect: () => setNaming(true),
        },
  ]
  return (
    <>
      <Menu
        label="Saved filters"
        trigger={{
          icon: Bookmark,
          ...(look === 'icon' ? { look: 'bordered' } : { text: current?.name ?? 'Saved Filters' }),
        }}
        items={items}
      />
      {naming && (
        <FormDialog
          title="Save Filters"
          size="confirm"
          schema={nameSchema([...presets, ...saved].map((one) => one.name))}
          verb="Save Filters"
          note="Stored in this browser"
          onSubmit={({ name: chosen }) => {
            change((stored) => {
              if (stored.some((one) => one.name === chosen)) throw new Failure(409, filterNameExists)
              return [...stored, { name: chosen, search }]
            })
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
