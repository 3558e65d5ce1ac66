import { useState } from 'react'
import { Button } from '../../../core/ui/button.tsx'
import { Checkbox } from '../../../core/ui/choice.tsx'
import { NumberInput, TextInput } from '../../../core/ui/field.tsx'
import { Filter, FilterChoices, Filters } from '../../../core/ui/filters.tsx'
import { useLack } from '../../../core/use-lack.ts'
import { type Kind, kindNeeds, kinds } from '../contract.ts'
import type { Filters as Chosen } from './use-filters.ts'

const kindLabels: Readonly<Record<Kind, string>> = {
  s3: 'S3',
  internal: 'Internal',
  storage: 'Storage',
  os: 'OS',
  scanner: 'Scanner',
  healing: 'Healing',
  decommission: 'Decommission',
  rebalance: 'Rebalance',
  'batch-replication': 'Batch Replication',
  'batch-keyrotation': 'Batch Key Rotation',
  'batch-expire': 'Batch Expiry',
  'replication-resync': 'Replication Resync',
  ilm: 'ILM',
  kms: 'KMS',
  ftp: 'FTP',
  bootstrap: 'Bootstrap',
  formatting: 'Formatting',
}

/** So many kinds are seen at once; the others come with a press. */
const FIRST = 6

const KindChoice = ({ kind, filters, why }: { kind: Kind; filters: Chosen; why: string | false }) => {
  const lack = useLack(kindNeeds[kind])
  return <Checkbox label={kindLabels[kind]} value={filters.chosen.includes(kind)} disabled={why || lack} onChange={(on) => filters.choose(kind, on)} />
}

/** What the trace is to tell of; while it runs that is there to be read only. */
export const FilterBar = ({ filters, locked }: { filters: Chosen; locked: boolean }) => {
  const shared = { placeholder: 'Any', state: locked ? ('locked' as const) : ('open' as const) }
  // one that is chosen is seen
  const [all, setAll] = useState(filters.chosen.some((kind) => kinds.indexOf(kind) >= FIRST))
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
        {kinds.slice(0, all ? kinds.length : FIRST).map((kind) => (
          <KindChoice key={kind} kind={kind} filters={filters} why={why} />
        ))}
        {!all && (
          <Button size="sm" tone="quiet" onPress={() => setAll(true)}>{`${kinds.length - FIRST} more kinds`}</Button>
        )}
        <Checkbox label="Errors only" value={filters.onlyErrors} disabled={why} onChange={filters.setOnlyErrors} />
        <Checkbox label="Headers" value={filters.headers} disabled={why} onChange={filters.setHeaders} />
      </FilterChoices>
    </Filters>
  )
}
