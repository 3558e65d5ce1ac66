import { Checkbox } from '../../../core/ui/choice.tsx'
import { NumberInput, TextInput } from '../../../core/ui/field.tsx'
import { Filter, FilterChoices, Filters } from '../../../core/ui/filters.tsx'
import { kinds } from '../contract.ts'
import type { Filters as Chosen } from './use-filters.ts'

const kindLabels = { s3: 'S3', internal: 'Internal', storage: 'Storage', os: 'OS' }

/** What the trace is to tell of; while it runs that is there to be read only. */
export const FilterBar = ({ filters, locked }: { filters: Chosen; locked: boolean }) => {
  const shared = { placeholder: 'Any', state: locked ? ('locked' as const) : ('open' as const) }
  const why = locked && 'Stop the trace to change its filters'
  return (
    <Filters>
      <Filter label="Status Code" error={filters.problems.status}>
        <NumberInput {...shared} {...filters.status} />
      </Filter>
      <Filter label="Method">
        <TextInput {...shared} {...filters.method} />
      </Filter>
      <Filter label="Function Name">
        <TextInput {...shared} {...filters.name} />
      </Filter>
      <Filter label="Path">
        <TextInput {...shared} {...filters.path} />
      </Filter>
      <Filter label="Response Threshold" error={filters.problems.slower}>
        <NumberInput {...shared} {...filters.slower} unit="ms" />
      </Filter>
      <FilterChoices label="Calls">
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={kindLabels[kind]}
            value={filters.chosen.includes(kind)}
            disabled={why}
            onChange={(on) => filters.choose(kind, on)}
          />
        ))}
        <Checkbox label="Errors only" value={filters.onlyErrors} disabled={why} onChange={filters.setOnlyErrors} />
      </FilterChoices>
    </Filters>
  )
}
