import { displayName } from 'stowage'
import { Checkbox, Combo, Filter, FilterChoices, Filters, TextInput } from 'stowage/ui'
import { useMissingFeature } from 'stowage/web'
import { type Kind, kindNeeds, kinds } from '../contract.ts'
import type { Filters as Chosen } from './use-filters.ts'

const labels: Record<Kind, string> = {
  put: 'Put',
  get: 'Get',
  delete: 'Delete',
  replica: 'Replica',
  ilm: 'ILM',
  scanner: 'Scanner',
}

type FilterBarProps = {
  filters: Chosen
  /** Buckets to suggest, as far as they are loaded. */
  buckets: readonly string[]
  locked: boolean
}

/** Filters of the feed; read-only while it runs. */
export const FilterBar = ({ filters, buckets, locked }: FilterBarProps) => {
  const shared = { placeholder: 'Any', state: locked ? ('locked' as const) : ('open' as const) }
  const why = locked && 'Stop watching to change this'
  const unavailable = {
    replica: useMissingFeature('replication'),
    ilm: useMissingFeature('tiers'),
    scanner: useMissingFeature('scanner'),
  }
  // a suggestion appends to the names typed before it
  const before = filters.buckets.value
    .split(',')
    .slice(0, -1)
    .map((name) => name.trim())
    .filter(Boolean)
  const options = buckets
    .filter((name) => !before.includes(name))
    .map((name) => ({ value: [...before, name].join(','), label: [...before, displayName(name)].join(',') }))
  return (
    <Filters>
      <Filter label="Buckets">
        {locked ? (
          <TextInput {...shared} placeholder="All" {...filters.buckets} />
        ) : (
          <Combo placeholder="All" options={options} {...filters.buckets} />
        )}
      </Filter>
      <Filter label="Prefix">
        <TextInput {...shared} {...filters.prefix} />
      </Filter>
      <Filter label="Suffix">
        <TextInput {...shared} {...filters.suffix} />
      </Filter>
      <FilterChoices label="Events">
        {(Object.keys(kinds) as Kind[]).map((kind) => (
          <Checkbox
            key={kind}
            label={labels[kind]}
            value={filters.chosen.includes(kind)}
            disabled={why || (kind in kindNeeds && unavailable[kind as keyof typeof unavailable])}
            onChange={(on) => filters.choose(kind, on)}
          />
        ))}
      </FilterChoices>
    </Filters>
  )
}
