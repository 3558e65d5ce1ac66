import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import {
  Button,
  Checkbox,
  Dialog,
  Filter,
  FilterChoices,
  Filters,
  NumberInput,
  Select,
  TextInput,
  useNarrow,
} from 'stowage/ui'
import { useMissingFeature } from 'stowage/web'
import { type Kind, kindNeeds, kinds } from '../contract.ts'
import * as styles from './trace.css.ts'
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

/** Number of kinds displayed before the list is expanded. */
const VISIBLE_KINDS = 6

const KindChoice = ({ kind, filters }: { kind: Kind; filters: Chosen }) => {
  const unavailable = useMissingFeature(kindNeeds[kind])
  return (
    <Checkbox
      label={kindLabels[kind]}
      value={filters.chosen.includes(kind)}
      disabled={unavailable}
      onChange={(on) => filters.choose(kind, on)}
    />
  )
}

type FilterBarProps = {
  filters: Chosen
  /** Whether the slowest calls are on top. */
  slowest: { value: boolean; onChange: (on: boolean) => void }
}

/** Filter fields. Changes restart a running trace. */
const Fields = ({ filters, slowest }: FilterBarProps) => {
  const shared = { placeholder: 'Any' }
  // expanded if a kind further down is selected
  const [showsAll, setShowsAll] = useState(filters.chosen.some((kind) => kinds.indexOf(kind) >= VISIBLE_KINDS))
  // the embedded engine serves no other client
  const noServerInternals = useMissingFeature('inside')
  return (
    <Filters look="own">
      <Filter label="Status Code" width={148}>
        <Select {...shared} {...filters.status} />
      </Filter>
      <Filter label="Method" width={112}>
        <Select {...shared} {...filters.method} />
      </Filter>
      <Filter label="Function Name" width={184}>
        <TextInput {...shared} {...filters.name} />
      </Filter>
      <Filter label="Path" width={160} grows>
        <TextInput {...shared} {...filters.path} />
      </Filter>
      <Filter label="User" width={168}>
        <TextInput {...shared} {...filters.user} />
      </Filter>
      <Filter label="Response Threshold" error={filters.problems.slower} width={148}>
        <NumberInput {...shared} {...filters.slower} unit="ms" />
      </Filter>
      <FilterChoices label="Calls">
        {kinds.slice(0, showsAll ? kinds.length : VISIBLE_KINDS).map((kind) => (
          <KindChoice key={kind} kind={kind} filters={filters} />
        ))}
        {!showsAll && (
          <Button
            size="sm"
            tone="quiet"
            onPress={() => setShowsAll(true)}
          >{`${kinds.length - VISIBLE_KINDS} more kinds`}</Button>
        )}
        <Checkbox label="Errors only" value={filters.onlyErrors} onChange={filters.setOnlyErrors} />
        {!noServerInternals && (
          <Checkbox label="This console's reads" value={filters.ownReads} onChange={filters.setOwnReads} />
        )}
        <Checkbox label="Slowest first" {...slowest} />
        <Checkbox label="Headers" value={filters.headers} onChange={filters.setHeaders} />
      </FilterChoices>
    </Filters>
  )
}

/** Filters of the trace; collapsed behind a button with the count of active filters if space is short. */
export const FilterBar = (props: FilterBarProps) => {
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const { set } = props.filters
  if (!narrow) return <Fields {...props} />
  return (
    <div className={styles.filterButton}>
      <Button size="sm" icon={SlidersHorizontal} onPress={() => setOpen(true)}>
        {set > 0 ? `Filters, ${set} set` : 'Filters'}
      </Button>
      {open && (
        <Dialog
          title="Filters"
          onClose={() => setOpen(false)}
          footer={<Button onPress={() => setOpen(false)}>Done</Button>}
        >
          <Fields {...props} />
        </Dialog>
      )}
    </div>
  )
}
