import { useId, useState, type ReactNode } from 'react'
import { Checkbox } from '../../../core/ui/choice.tsx'
import { FieldContext, Note, NumberInput, TextInput } from '../../../core/ui/field.tsx'
import { kinds } from '../contract.ts'
import * as styles from './trace.css.ts'
import type { Filters } from './use-filters.ts'

type FilterProps = { label: string; error?: string | undefined; children: ReactNode }

const Filter = ({ label, error: wrong, children }: FilterProps) => {
  const id = useId()
  // half of a number is no mistake while it is typed
  const [left, setLeft] = useState(false)
  const error = left ? wrong : undefined
  const state = error ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-note` } : {}
  return (
    <div className={styles.filter} onBlur={() => setLeft(true)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <FieldContext value={{ id, ...state }}>{children}</FieldContext>
      {error && <Note id={`${id}-note`} error={error} />}
    </div>
  )
}

const kindLabels = { s3: 'S3', internal: 'Internal', storage: 'Storage', os: 'OS' }

/** What the trace is to tell of; while it runs that is there to be read only. */
export const FilterBar = ({ filters, locked }: { filters: Filters; locked: boolean }) => {
  const shared = { placeholder: 'Any', state: locked ? ('locked' as const) : ('open' as const) }
  const why = locked && 'Stop the trace to change its filters'
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
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
      <div className={styles.kinds} role="group" aria-label="Calls">
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
      </div>
    </div>
  )
}
