import { isDay } from 'stowage'
import { useMissingFeature } from 'stowage/web'
import { DateInput, dayError, Filter, Filters, TextInput } from 'stowage/ui'
import type { Query } from './use-search.ts'
import * as messages from '../../messages.ts'

const units: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** Parses a size (`1.5 GiB`, `20k`, `512`) to bytes; `undefined` for anything else. */
export const bytesOf = (inputs: string): string | undefined => {
  if (!inputs.trim()) return ''
  const [, number, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([bkmgt]?)(?:i?b)?\s*$/i.exec(inputs) ?? []
  const factor = units[unit.toLowerCase()]
  return number === undefined || factor === undefined ? undefined : String(Math.round(Number(number) * factor))
}

/** Start of a day in local time, as an ISO timestamp. */
const startOf = (day: string) => (isDay(day) ? new Date(`${day}T00:00:00`).toISOString() : '')

/** Filter inputs as entered. */
export type FilterInputs = Record<'min' | 'max' | 'since' | 'before' | 'tag', string>

/** Query for a text and filter inputs; invalid inputs filter nothing. */
export const queryOf = (text: string, { min, max, since, before, tag }: FilterInputs): Query => ({
  text,
  min: bytesOf(min) ?? '',
  max: bytesOf(max) ?? '',
  since: startOf(since),
  before: startOf(before),
  tag: tag.trim(),
})

const sizeError = (inputs: string) => (bytesOf(inputs) === undefined ? messages.sizeFormat : undefined)

/** Filters other than the name. */
export const SearchFilters = ({
  typed: inputs,
  onChange,
}: {
  typed: FilterInputs
  onChange: (name: keyof FilterInputs, value: string) => void
}) => {
  const noTags = useMissingFeature('object-tags')
  return (
    <Filters>
      <Filter label="Size at least" error={sizeError(inputs.min)}>
        <TextInput value={inputs.min} placeholder="1 GiB" onChange={(value) => onChange('min', value)} />
      </Filter>
      <Filter label="Size at most" error={sizeError(inputs.max)}>
        <TextInput value={inputs.max} onChange={(value) => onChange('max', value)} />
      </Filter>
      <Filter label="Modified since" error={dayError(inputs.since)}>
        <DateInput value={inputs.since} onChange={(value) => onChange('since', value)} />
      </Filter>
      <Filter label="Modified before" error={dayError(inputs.before)}>
        <DateInput value={inputs.before} onChange={(value) => onChange('before', value)} />
      </Filter>
      {!noTags && (
        <Filter label="Tag (slower)">
          <TextInput value={inputs.tag} placeholder="split=train" onChange={(value) => onChange('tag', value)} />
        </Filter>
      )}
    </Filters>
  )
}
