import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { hidden } from 'stowage/classes'
import { displayName, displayText } from 'stowage'
import { useLink } from 'stowage/web'
import { Badge, Code, CopyButton, Details, Diff, Drawer, IconButton, Link, Segmented, Row } from 'stowage/ui'
import type { AuditRecord } from '../contract.ts'
import { historyAddress } from '../history.ts'
import { auditColumns, furtherColumns } from './audit-columns.tsx'
import * as styles from './logs.css.ts'
import { objectAddress } from './object-address.ts'
import { summarizeCalls } from './fold-storage-calls.ts'
import { sentenceOf } from './sentence.ts'
import { subjectKind } from './subject.ts'
import * as messages from '../messages.ts'

const all = [...auditColumns, ...furtherColumns]

const views = [
  { id: 'changes', label: 'Changes' },
  { id: 'both', label: 'Both' },
] as const

const Side = ({ title, text }: { title: string; text: string }) => (
  <div className={styles.side}>
    <Row gap={2} wrap justify="between">
      <h4 className={styles.title}>{title}</h4>
      <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />
    </Row>
    <Code text={text} language="json" label={title} />
  </div>
)

/** The changed object before and after. */
const BeforeAndAfter = ({ record: { before, after, api_name, response_status_code } }: { record: AuditRecord }) => {
  const [view, setView] = useState<(typeof views)[number]['id']>('changes')
  const both = before !== undefined && after !== undefined
  const isMade = response_status_code < 400 && /\.(add|create)[A-Z]?/.test(api_name)
  return (
    <section className={styles.side}>
      <Row gap={2} wrap justify="between">
        <h3 className={both ? styles.title : hidden}>{both ? 'Before and after' : 'Change'}</h3>
        {both && <Segmented label="Before and after" value={view} onChange={setView} items={views} />}
      </Row>
      {both && view === 'changes' ? (
        before === after ? (
          <p>{messages.noShownValueChanged}</p>
        ) : (
          <Diff before={before} after={after} />
        )
      ) : (
        <>
          {before !== undefined && <Side title="Before" text={before} />}
          {after !== undefined && (
            <Side title={before !== undefined ? 'After' : isMade ? 'Created' : 'Sent'} text={after} />
          )}
          {after === undefined && <p className={styles.title}>Deleted</p>}
        </>
      )}
      <p className={styles.hint}>{messages.secretsNotRecorded}</p>
    </section>
  )
}

/** Addresses of the pages about a record's user, bucket and object, and of their records. */
const useAddresses = (
  record: AuditRecord,
): Readonly<Record<string, { page?: string | undefined; records: string }>> => {
  const user = useLink('user')
  const links = { user, group: useLink('group'), policy: useLink('policy') }
  const { access_key: account, access_key_id: accessKey, bucket, object } = record
  const kind = subjectKind(record)
  return {
    ...(account && { access_key: { page: user?.({ name: account }), records: historyAddress({ account }) } }),
    ...(accessKey && { access_key_id: { records: historyAddress({ accessKey }) } }),
    ...(bucket && { bucket: { page: objectAddress(bucket), records: historyAddress({ bucket }) } }),
    ...(object &&
      bucket && { object: { page: objectAddress(bucket, object), records: historyAddress({ bucket, object }) } }),
    ...(object &&
      kind && { object: { page: links[kind]?.({ name: object }), records: historyAddress({ [kind]: object }) } }),
  }
}

/** Label of the link to the records about the value of a field. */
const recordsLabel = (id: string, text: string) =>
  id.startsWith('access_key') ? `Everything by ${text}` : `History of ${text}`

/** The action in plain words. */
const Sentence = ({ record }: { record: AuditRecord }) => {
  const pieces = sentenceOf(record)
  if (pieces.length === 0) return null
  return (
    <p className={styles.sentence}>
      {pieces.map(({ text, name }, index) =>
        name ? <strong key={index}>{displayName(text)}</strong> : <span key={index}>{displayText(text)}</span>,
      )}
    </p>
  )
}

type RecordDetailsProps = {
  record: AuditRecord
  /** Storage calls that the action made, as far as they are loaded. */
  calls: readonly AuditRecord[]
  /** The records around it, in order. */
  among: readonly AuditRecord[]
  onOpen: (record: AuditRecord) => void
  onClose: () => void
}

/** Details of an audit record. */
export const RecordDetails = ({ record, calls, among, onOpen, onClose }: RecordDetailsProps) => {
  const at = among.indexOf(record)
  const [previous, next] = [among[at - 1], at < 0 ? undefined : among[at + 1]]
  const addresses = useAddresses(record)
  const fields = all
    .map(({ id, title, value }) => ({ id, label: title, text: String(value(record) ?? '') }))
    .filter(({ id, text }) => text !== '' && id !== 'source')
  const actionOf = (id: string, text: string) => {
    if (id === 'time') return <CopyButton text={JSON.stringify(record, null, 2)} label="Copy record" />
    const records = addresses[id]?.records
    return records && <IconButton icon={History} label={recordsLabel(id, displayName(text))} href={records} />
  }
  return (
    <Drawer
      title={displayName(record.api_name.replace(/^console\./, '')) || 'Record'}
      position={{ text: '', previous: previous && (() => onOpen(previous)), next: next && (() => onOpen(next)) }}
      onClose={onClose}
    >
      <Sentence record={record} />
      {(record.before !== undefined || record.after !== undefined) && <BeforeAndAfter record={record} />}
      <Details
        rows={[
          ...(record.source === 'console' ? [{ label: 'Source', value: <Badge>Console</Badge> }] : []),
          ...fields.map(({ id, label, text }) => {
            const page = addresses[id]?.page
            return {
              label,
              value: page ? <Link href={page}>{displayName(text)}</Link> : displayName(text),
              action: actionOf(id, text),
            }
          }),
          ...(calls.length > 0
            ? [
                {
                  label: 'Storage Calls',
                  value: <Link href={historyAddress({ request: record.request_id })}>{summarizeCalls(calls)}</Link>,
                },
              ]
            : []),
        ]}
      />
    </Drawer>
  )
}
