import Download from 'lucide-react/icons/download'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ScrollText from 'lucide-react/icons/scroll-text'
import Webhook from 'lucide-react/icons/webhook'
import { useMemo, useState } from 'react'
import { call, showError, showToast, useCall, useMissingFeature, useRefusals } from 'stowage/web'
import { bytes, count, counted, date } from 'stowage'
import { Actions, Banner, Button, toCsv, Empty, Page, saveTextFile, Table } from 'stowage/ui'
import { type AuditRecord, logs } from '../contract.ts'
import { auditColumns, furtherColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { RecordDetails } from './audit-record.tsx'
import { SetUp } from './audit-set-up.tsx'
import { foldStorageCalls } from './fold-storage-calls.ts'
import { useFirstRecord } from './use-first-record.ts'
import { LogTabs } from './log-tabs.tsx'
import { recordKeys } from './record-keys.ts'
import * as styles from './logs.css.ts'
import { useSearch } from './use-search.ts'
import * as messages from '../messages.ts'

const noun = { one: 'record', many: 'records' }

const all = [...auditColumns, ...furtherColumns]

/** Maximum number of exported records. */
const MAX_EXPORTED = 100_000

/** Searchable API calls of the storage (spec/3 on Logs). */
const Records = () => {
  const results = useSearch()
  const storeInfo = useCall(logs.auditStatus)
  const [open, setOpen] = useState<AuditRecord>()
  const [exporting, setExporting] = useState(false)
  const [settingUp, setSettingUp] = useState(false)
  const awaited = useFirstRecord(() => {
    void storeInfo.reload()
    results.again()
  })
  const refusals = useRefusals({ setUp: { action: 'admin:ConfigUpdate' } })
  const { rows: records, next } = results
  // the records of one request are all shown
  const isOfRequest = results.texts.request_id.trim() !== ''
  const { rows, callsOf } = useMemo(
    () =>
      records && !isOfRequest
        ? foldStorageCalls(records)
        : { rows: records, callsOf: (): readonly AuditRecord[] => [] },
    [records, isOfRequest],
  )
  const keys = useMemo(() => recordKeys(rows ?? []), [rows])
  const keyOf = (record: AuditRecord) => keys.get(record) ?? JSON.stringify(record)

  const save = async () => {
    setExporting(true)
    const query = results.query()
    try {
      const exported = [...(records ?? [])]
      let after = next
      while (after && exported.length < MAX_EXPORTED) {
        const page = await call(logs.search, { query: { ...query, pageSize: '1000', after } })
        exported.push(...(page.results ?? []))
        after = page.next
      }
      saveTextFile(
        'audit-logs.csv',
        toCsv({
          titles: all.map(({ title }) => title),
          values: exported.map((record) => all.map(({ value }) => value(record))),
        }),
        'text/csv',
      )
      if (after) showToast(messages.onlyFirstRecordsExported(count(exported.length)))
    } catch (failure) {
      showError(failure)
    } finally {
      setExporting(false)
    }
  }

  const refused = storeInfo.data?.problem || storeInfo.data?.unavailable || refusals('setUp')
  const isMissing = storeInfo.data?.delivery === 'not-configured'
  const isEmpty = isMissing && storeInfo.data?.count === 0
  const setUp = (
    <Button tone="primary" disabled={refused} onPress={() => setSettingUp(true)}>
      Set Up Audit Logs
    </Button>
  )
  const empty = isEmpty
    ? {
        title: messages.noAuditRecordsYet,
        text: messages.auditLogHelp,
        action: setUp,
      }
    : {
        title: messages.noMatchingRecords,
        text: results.changesOnly ? messages.widenSearchWithReads : messages.widenSearch,
      }
  return (
    <Page
      title="Logs"
      beside={
        open && (
          <RecordDetails
            record={open}
            calls={callsOf(open)}
            among={rows ?? []}
            onOpen={setOpen}
            onClose={() => setOpen(undefined)}
          />
        )
      }
      actions={
        <>
          {storeInfo.data?.since && (
            <span
              className={styles.wideFact}
            >{`${counted(storeInfo.data.count, noun)} since ${date(storeInfo.data.since).slice(0, 10)}`}</span>
          )}
          <Actions
            actions={[
              {
                label: 'Export CSV',
                icon: Download,
                disabled: exporting ? 'The records are being loaded' : !rows?.length && 'There is nothing to export',
                onSelect: () => void save(),
              },
              { label: 'Refresh', icon: RefreshCw, look: 'icon', onSelect: results.again },
              ...(storeInfo.data?.delivery === 'configured'
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
            {messages.onlyConsoleActionsShown}
          </Banner>
        )}
        {awaited.address !== undefined && (
          <Banner tone="info" look="strip" onClose={awaited.stop}>
            {messages.waitingForFirstRecords(awaited.address)}
          </Banner>
        )}
        <AuditFilters of={results} hasUsers={storeInfo.data?.delivery !== 'external'} />
        <Table
          name="audit-logs"
          rows={results.error && !rows ? undefined : rows}
          columns={auditColumns}
          rowKey={keyOf}
          noun={noun}
          error={results.error}
          onRetry={results.again}
          loading={results.loading}
          sort="page"
          sortedBy={results.order === 'timeAsc' ? 'time' : '-time'}
          onSort={(sort) => results.setOrder(sort === 'time' ? 'timeAsc' : 'timeDesc')}
          more={{ partial: next !== undefined, load: results.more, loading: results.loading }}
          drawer={{ key: open && keyOf(open), has: () => true, open: setOpen, close: () => setOpen(undefined) }}
          total={
            storeInfo.data && storeInfo.data.delivery !== 'external'
              ? messages.retentionSummary(count(storeInfo.data.limits.days), bytes(storeInfo.data.limits.bytes))
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
            void storeInfo.reload()
          }}
        />
      )}
    </Page>
  )
}

/** The audit log, or the reason why there is none. */
export const AuditPage = () => {
  const missingFeature = useMissingFeature('log-search')
  if (!missingFeature) return <Records />
  return (
    <Page title="Logs">
      <LogTabs value="audit">
        <Empty icon={ScrollText} title="Audit records are not stored" text={missingFeature} />
      </LogTabs>
    </Page>
  )
}
