import Download from 'lucide-react/icons/download'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ScrollText from 'lucide-react/icons/scroll-text'
import Webhook from 'lucide-react/icons/webhook'
import { useState } from 'react'
import { call, useCall, useLack, useRefusals } from 'stowage/web'
import { bytes, count, counted, date } from 'stowage'
import { Actions, Banner, Button, csv, Empty, Page, saveText, Table } from 'stowage/ui'
import { type AuditRecord, logs } from '../contract.ts'
import { auditColumns, furtherColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { RecordDetails } from './audit-record.tsx'
import { SetUp } from './audit-set-up.tsx'
import { useAwaited } from './use-awaited.ts'
import { LogTabs } from './log-tabs.tsx'
import { useSearch } from './use-search.ts'

const noun = { one: 'record', many: 'records' }

const keyOf = (record: AuditRecord) => JSON.stringify(record)

const all = [...auditColumns, ...furtherColumns]

/** Maximum number of exported records. */
const MOST = 100_000

/** Searchable API calls of the storage (spec/3 on Logs). */
const Records = () => {
  const found = useSearch()
  const kept = useCall(logs.kept)
  const [open, setOpen] = useState<AuditRecord>()
  const [exporting, setExporting] = useState(false)
  const [settingUp, setSettingUp] = useState(false)
  const awaited = useAwaited(() => {
    void kept.reload()
    found.again()
  })
  const refusals = useRefusals({ setUp: { action: 'admin:ConfigUpdate' } })
  const { rows, next } = found

  const save = async () => {
    setExporting(true)
    try {
      const records = [...(rows ?? [])]
      for (let after = next; after && records.length < MOST; ) {
        const page = await call(logs.search, { query: { ...found.query(), pageSize: '1000', after } })
        records.push(...(page.results ?? []))
        after = page.next
      }
      saveText(
        'audit-logs.csv',
        csv({
          titles: all.map(({ title }) => title),
          values: records.map((record) => all.map(({ value }) => value(record))),
        }),
        'text/csv',
      )
    } finally {
      setExporting(false)
    }
  }

  const refused = kept.data?.problem || kept.data?.lack || refusals('setUp')
  const isMissing = kept.data?.sent === 'not-set-up'
  const isEmpty = isMissing && kept.data?.count === 0
  const setUp = (
    <Button tone="primary" disabled={refused} onPress={() => setSettingUp(true)}>
      Set Up Audit Logs
    </Button>
  )
  const empty = isEmpty
    ? {
        title: 'The storage server sends no audit records yet',
        text: 'Once it does, every call that it serves is found here: who made it, on what, and what became of it.',
        action: setUp,
      }
    : {
        title: 'There is no information with this criteria',
        text: found.changesOnly
          ? 'Another time, fewer filters, or calls that change nothing may find more.'
          : 'Another time, or fewer filters, may find more.',
      }
  return (
    <Page
      title="Logs"
      beside={
        open && <RecordDetails record={open} among={rows ?? []} onOpen={setOpen} onClose={() => setOpen(undefined)} />
      }
      actions={
        <>
          {kept.data?.since && (
            <span>{`${counted(kept.data.count, noun)} since ${date(kept.data.since).slice(0, 10)}`}</span>
          )}
          <Actions
            actions={[
              {
                label: 'Export CSV',
                icon: Download,
                disabled: exporting ? 'The records are being loaded' : !rows?.length && 'There is nothing to export',
                onSelect: () => void save(),
              },
              { label: 'Refresh', icon: RefreshCw, look: 'icon', onSelect: found.again },
              ...(kept.data?.sent === 'set-up'
                ? [
                    {
                      label: 'Set Up Again',
                      icon: Webhook,
                      look: 'menu' as const,
                      disabled: refused,
                      onSelect: () => setSettingUp(true),
                    },
                  ]
                : []),
            ]}
          />
        </>
      }
    >
      <LogTabs value="audit">
        {isMissing && !isEmpty && (
          <Banner tone="info" look="strip" action={setUp}>
            The storage server sends no audit records here: these are of what was done by this console.
          </Banner>
        )}
        {awaited.address !== undefined && (
          <Banner tone="info" look="strip" onClose={awaited.stop}>
            {`The first records are on their way. Where none come, the storage server does not reach this console at ${awaited.address}, or does not trust its certificate.`}
          </Banner>
        )}
        <AuditFilters of={found} hasUsers={kept.data?.sent !== 'elsewhere'} />
        <Table
          name="audit-logs"
          rows={found.error && !rows ? undefined : rows}
          columns={auditColumns}
          rowKey={keyOf}
          noun={noun}
          error={found.error}
          onRetry={found.again}
          loading={found.loading}
          sort="page"
          sortedBy={found.order === 'timeAsc' ? 'time' : '-time'}
          onSort={(sort) => found.setOrder(sort === 'time' ? 'timeAsc' : 'timeDesc')}
          more={{ partial: next !== undefined, load: found.more, loading: found.loading }}
          drawer={{ key: open && keyOf(open), has: () => true, open: setOpen, close: () => setOpen(undefined) }}
          total={
            kept.data && kept.data.sent !== 'elsewhere'
              ? `kept for ${count(kept.data.limits.days)} days, ${bytes(kept.data.limits.bytes)} at most`
              : undefined
          }
          empty={{ icon: ScrollText, ...empty }}
        />
      </LogTabs>
      {settingUp && (
        <SetUp
          onClose={(address) => {
            setSettingUp(false)
            if (address === undefined) return
            awaited.begin(address)
            void kept.reload()
          }}
        />
      )}
    </Page>
  )
}

/** The audit log, or the reason why there is none. */
export const AuditPage = () => {
  const lack = useLack('log-search')
  if (!lack) return <Records />
  return (
    <Page title="Logs">
      <LogTabs value="audit">
        <Empty icon={ScrollText} title="Audit records are not kept" text={lack} />
      </LogTabs>
    </Page>
  )
}
