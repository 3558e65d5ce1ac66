import { useState } from 'react'
import { Combo, type ComboOption, Field, Grid, MultiSelect } from 'stowage/ui'
import { Sample } from './sample.tsx'

const noun = { one: 'policy', many: 'policies' }
const options: readonly ComboOption[] = [
  { value: 'consoleAdmin', hint: 'Everything' },
  { value: 'diagnostics', hint: 'Server information and profiles' },
  { value: 'readonly', hint: 'Read: all buckets' },
  { value: 'readwrite', hint: 'Read and write: all buckets' },
  { value: 'writeonly', hint: 'Write: all buckets' },
]
const longName = 'analytics-department-quarterly-reports-read-only-during-the-audit-of-2026'
const many = Array.from({ length: 2_500 }, (_, at): ComboOption => ({ value: `team-${at}` }))

type PoliciesProps = {
  initial?: string[]
  from?: readonly ComboOption[] | undefined
  label: string
  error?: string
}

const Policies = ({ initial = [], label, error, ...list }: PoliciesProps) => {
  const [value, setValue] = useState(initial)
  return (
    <Field label={label} error={error} optional>
      <MultiSelect noun={noun} value={value} onChange={setValue} options={'from' in list ? list.from : options} />
    </Field>
  )
}

const Bucket = () => {
  const [value, setValue] = useState('photos')
  return (
    <Field label="Bucket" hint="A name or a pattern.">
      <Combo
        value={value}
        onChange={setValue}
        options={['invoices', 'logs', 'photos'].map((name) => ({ value: name }))}
      />
    </Field>
  )
}

export const Selects = () => (
  <Sample label="Combobox with one and with several values: empty, selected, long, error, loading, no options">
    <Grid columns={2} gap={5}>
      <Bucket />
      <Policies label="None selected" />
      <Policies label="Selected" initial={['diagnostics', 'readonly']} />
      <Policies label="Long and deleted" initial={[longName, 'deleted-policy', 'readwrite']} />
      <Policies label="Many" from={many} initial={many.slice(0, 120).map(({ value }) => value)} />
      <Policies label="Error" error="Select at least one policy." />
      <Policies label="Loading" from={undefined} initial={['readonly']} />
      <Policies label="No options" from={[]} />
    </Grid>
  </Sample>
)
