import Download from 'lucide-react/icons/download'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useState } from 'react'
import { call } from '../../../core/client.ts'
import { count, date, shown } from '../../../core/format.ts'
import { Button, IconButton } from '../../../core/ui/button.tsx'
import { CopyButton } from '../../../core/ui/copy.tsx'
import { DateInput } from '../../../core/ui/date-input.tsx'
import { Details } from '../../../core/ui/details.tsx'
import { Drawer } from '../../../core/ui/drawer.tsx'
import { Empty } from '../../../core/ui/empty.tsx'
import { Select, TextInput } from '../../../core/ui/field.tsx'
import { Filter, Filters } from '../../../core/ui/filters.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { csv, saveText } from '../../../core/ui/table-file.ts'
import { Table } from '../../../core/ui/table.tsx'
import { useCall } from '../../../core/use-call.ts'
import { useLack } from '../../../core/use-lack.ts'
import { type AuditRecord, type Field, INTAKE, logs } from '../contract.ts'
import { auditColumns, furtherColumns } from './audit-columns.tsx'
import { LogTabs } from './log-tabs.tsx'
import { ranges, useSearch } from './use-search.ts'

const titles: Record<Field, string> = {
  bucket: 'Bucket',
  object: 'Object',
  api_name: 'API Name',
  request_id: 'Request ID',
  user_agent: 'User Agent',
  response_status: 'Response Status',
}

const times = [...ranges.map(({ value, label }) => ({ value, label })), { value: 'between', label: 'Between two days' }]

const keyOf = (record: AuditRecord) => JSON.stringify(record)

const all = [...auditColumns, ...furtherColumns]

/** All that one record tells. */
const RecordDetails = ({ record, onClose }: { record: AuditRecord; onClose: () => void }) => (
  <Drawer title={shown(record.api_name) || 'Record'} onClose={onClose}>
    <Details
      rows={all
        .map(({ id, title, value }) => ({ id, label: title, text: String(value(record) ?? '') }))
        .filter(({ text }) => text !== '')
        .map(({ id, label, text }) => ({
          label,
          value: shown(text),
          ...(id === 'time' && { action: <CopyButton text={JSON.stringify(record, null, 2)} label="Copy record" /> }),
        }))}
    />
  </Drawer>
)

/** An export has so many records at most. */
const MOST = 100_000

/** The calls that the storage has served, searched (spec/3 on Logs). */
const Records = () => {
  const found = useSearch()
  const kept = useCall(logs.kept)
  const [open, setOpen] = useState<AuditRecord>()
  const [exporting, setExporting] = useState(false)
  const { texts, set, time, rows, next } = found

  const save = async () => {
    setExporting(true)
    try {
      const records = [...(rows ?? [])]
      for (let after = next; after && records.length < MOST; ) {
        const page = await call(logs.search, { query: { ...found.query(), pageSize: '1000', after } })
        records.push(...(page.results ?? []))
        after = page.next
      }
      saveText('audit-logs.csv', csv({ titles: all.map(({ title }) => title), values: records.map((record) => all.map(({ value }) => value(record))) }), 'text/csv')
    } finally {
      setExporting(false)
    }
  }

  const never = kept.data?.sent === 'never' && kept.data.count === 0
  return (
    <Page
      title="Logs"
      tabs={<LogTabs value="audit" />}
      beside={open && <RecordDetails record={open} onClose={() => setOpen(undefined)} />}
      actions={
        <>
          {kept.data?.since && <span>{`${count(kept.data.count)} records since ${date(kept.data.since).slice(0, 10)}`}</span>}
          <Button icon={Download} disabled={exporting ? 'The records are being loaded' : !rows?.length && 'There is nothing to export'} onPress={() => void save()}>
            Export CSV
          </Button>
          <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={found.again} />
        </>
      }
    >
      <Filters>
        {(Object.keys(titles) as Field[]).map((field) => (
          <Filter key={field} label={titles[field]}>
            <TextInput placeholder="Any" value={texts[field]} onChange={set[field]} />
          </Filter>
        ))}
        <Filter label="Time">
          <Select options={times} value={time.range} onChange={time.setRange} />
        </Filter>
        {time.range === 'between' && (
          <>
            <Filter label="From">
              <DateInput value={time.from} onChange={time.setFrom} />
            </Filter>
            <Filter label="To">
              <DateInput value={time.to} onChange={time.setTo} />
            </Filter>
          </>
        )}
      </Filters>
      <Table
        name="audit-logs"
        rows={found.error && !rows ? undefined : rows}
        columns={auditColumns}
        rowKey={keyOf}
        noun={{ one: 'record', many: 'records' }}
        error={found.error}
        onRetry={found.again}
        loading={found.loading}
        sort="page"
        sortedBy={found.order === 'timeAsc' ? 'time' : '-time'}
        onSort={(sort) => found.setOrder(sort === 'time' ? 'timeAsc' : 'timeDesc')}
        more={{ partial: next !== undefined, load: found.more, loading: found.loading }}
        drawer={{ key: open && keyOf(open), has: () => true, open: setOpen, close: () => setOpen(undefined) }}
        empty={{
          icon: ScrollText,
          title: never ? 'The storage server sends no audit records yet' : 'There is no information with this criteria',
          text: never
            ? `Whoever starts this console sets CONSOLE_AUDIT_TOKEN; then add an audit webhook in Settings with that token, and ${location.origin}${INTAKE} as its endpoint, or whatever address the server reaches this console by.`
            : 'Another time, or fewer filters, may find more.',
        }}
      />
    </Page>
  )
}

/** The audit, or why there is none. */
export const AuditPage = () => {
  const lack = useLack('log-search')
  if (!lack) return <Records />
  return (
    <Page title="Logs" tabs={<LogTabs value="audit" />}>
      <Empty icon={ScrollText} title="Audit records are not kept" text={lack} />
    </Page>
  )
}
