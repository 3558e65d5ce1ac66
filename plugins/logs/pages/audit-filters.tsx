import {
  ActiveFilters,
  Checkbox,
  DateInput,
  dayError,
  Filter,
  FilterChoices,
  Filters,
  SavedFilters,
  Select,
  TextInput,
  useNarrow,
} from 'stowage/ui'
import { useState } from 'react'
import { isDay } from 'stowage'
import type { AuditField } from '../audit-search.ts'
import { RANGE, ranges, type useSearch } from './use-search.ts'

type Search = ReturnType<typeof useSearch>

const titles: Record<AuditField, string> = {
  access_key: 'User',
  access_key_id: 'Access Key',
  bucket: 'Bucket',
  object: 'Object',
  api_name: 'API Name',
  request_id: 'Request ID',
  user_agent: 'User Agent',
  response_status: 'Response Status',
}

const times = [...ranges.map(({ value, label }) => ({ value, label })), { value: 'between', label: 'Between two days' }]

const sources = [
  { value: 'all', label: 'All' },
  { value: 'server', label: 'Server' },
  { value: 'console', label: 'Console' },
]

/** Filters for frequent questions. */
const presets = [
  { name: 'Sign-ins', calls: 'login*' },
  { name: 'Users and groups', calls: 'identity.*' },
  { name: 'Policies', calls: 'policies.*' },
  { name: 'Buckets', calls: 'buckets.*' },
  { name: 'Settings', calls: 'settings.*' },
].map(({ name, calls }) => ({
  name,
  search: `?${new URLSearchParams({ tab: 'audit', api_name: `console.${calls}`, range: 'week' })}`,
}))

const labelOf = (options: readonly { value: string; label: string }[], chosen: string) =>
  options.find(({ value }) => value === chosen)?.label ?? chosen

const activeFilters = ({ texts, set, source, setSource, time }: Search) => {
  const days = [isDay(time.from) && `from ${time.from}`, isDay(time.to) && `to ${time.to}`].filter(Boolean).join(' ')
  const resetTime = () => {
    time.setFrom('')
    time.setTo('')
    time.setRange(RANGE)
  }
  const spans: Readonly<Record<string, string>> = { [RANGE]: '', all: '', between: days }
  return [
    ...(Object.keys(titles) as AuditField[]).map((field) => ({
      label: titles[field],
      value: texts[field].trim(),
      onRemove: () => set[field](''),
    })),
    { label: 'Source', value: source === 'all' ? '' : labelOf(sources, source), onRemove: () => setSource('all') },
    { label: 'Time', value: spans[time.range] ?? labelOf(times, time.range), onRemove: resetTime },
  ].filter(({ value }) => value !== '')
}

/** Fields that most questions are about; the others are behind a button. */
const mainFields: readonly AuditField[] = ['access_key', 'bucket', 'object']

/** Filters of the audit log, and chips of the active ones. */
export const AuditFilters = ({ of: search, hasUsers }: { of: Search; hasUsers: boolean }) => {
  const { texts, set, time } = search
  const [isOpen, setIsOpen] = useState(false)
  const narrow = useNarrow()
  const fieldsOf = (areMain: boolean) =>
    (Object.keys(titles) as AuditField[])
      .filter((field) => mainFields.includes(field) === areMain && (!field.startsWith('access_key') || hasUsers))
      .map((field) => (
        <Filter key={field} label={titles[field]}>
          <TextInput placeholder="Any" value={texts[field]} onChange={set[field]} />
        </Filter>
      ))
  return (
    <>
      <Filters>
        {fieldsOf(true)}
        <Filter label="Time">
          <Select options={times} value={time.range} onChange={time.setRange} />
        </Filter>
        {time.range === 'between' && (
          <>
            <Filter label="From" error={dayError(time.from)}>
              <DateInput value={time.from} onChange={time.setFrom} />
            </Filter>
            <Filter label="To" error={dayError(time.to)}>
              <DateInput value={time.to} onChange={time.setTo} />
            </Filter>
          </>
        )}
        {isOpen && (
          <>
            {fieldsOf(false)}
            <Filter label="Source">
              <Select options={sources} value={search.source} onChange={search.setSource} />
            </Filter>
          </>
        )}
        <FilterChoices label="Records">
          <Checkbox label="Changes only" value={search.changesOnly} onChange={search.setChangesOnly} />
          <Checkbox label="More filters" value={isOpen} onChange={setIsOpen} />
          <SavedFilters name="audit-logs" presets={presets} look={narrow ? 'icon' : 'button'} />
        </FilterChoices>
      </Filters>
      <ActiveFilters filters={activeFilters(search)} />
    </>
  )
}
