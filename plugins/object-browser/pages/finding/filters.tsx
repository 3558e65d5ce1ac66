import { DateInput, Filter, Filters, TextInput } from 'stowage/ui'
import type { Query } from './use-search.ts'
import * as messages from '../../messages.ts'

const units: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** Parses a size (`1.5 GiB`, `20k`, `512`) to bytes; `undefined` for anything else. */
export const bytesOf = (typed: string): string | undefined => {
  if (!typed.trim()) return ''
  const [, number, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([bkmgt]?)(?:i?b)?\s*$/i.exec(typed) ?? []
  const factor = units[unit.toLowerCase()]
  return number === undefined || factor === undefined ? undefined : String(Math.round(Number(number) * factor))
}

/** Start of a day in local time, as an ISO timestamp. */
export const startOf = (day: string) => (day ? new Date(`${day}T00:00:00`).toISOString() : '')

/** Filter inputs as entered. */
export type Typed = Record<'min' | 'max' | 'since' | 'before' | 'tag', string>

/** Query for a text and filter inputs; invalid inputs filter nothing. */
export const queryOf = (text: string, { min, max, since, before, tag }: Typed): Query => ({
  text,
  min: bytesOf(min) ?? '',
  max: bytesOf(max) ?? '',
  since: startOf(since),
  before: startOf(before),
  tag: tag.trim(),
})

const unclear = (typed: string) => (bytesOf(typed) === undefined ? messages.enterSizeSuchAsMiB : undefined)

/** Filters other than the name. */
export const FindFilters = ({
  typed,
  onChange,
}: {
  typed: Typed
  onChange: (name: keyof Typed, value: string) => void
}) => (
  <Filters>
    <Filter label="Size at least" error={unclear(typed.min)}>
      <TextInput value={typed.min} placeholder="1 GiB" onChange={(value) => onChange('min', value)} />
    </Filter>
    <Filter label="Size at most" error={unclear(typed.max)}>
      <TextInput value={typed.max} onChange={(value) => onChange('max', value)} />
    </Filter>
    <Filter label="Modified since">
      <DateInput value={typed.since} onChange={(value) => onChange('since', value)} />
    </Filter>
    <Filter label="Modified before">
      <DateInput value={typed.before} onChange={(value) => onChange('before', value)} />
    </Filter>
    <Filter label="Tag (slower)">
      <TextInput value={typed.tag} placeholder="split=train" onChange={(value) => onChange('tag', value)} />
    </Filter>
  </Filters>
)
