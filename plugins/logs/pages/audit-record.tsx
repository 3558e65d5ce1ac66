import { useState } from 'react'
import { displayName, displayText } from 'stowage'
import { Badge, Code, CopyButton, Details, Diff, Drawer, Link, Segmented } from 'stowage/ui'
import { browseAddress } from 'stowage/plugins/object-browser'
import type { AuditRecord } from '../contract.ts'
import { auditColumns, furtherColumns } from './audit-columns.tsx'
import * as styles from './logs.css.ts'
import { sentenceOf } from './sentence.ts'
import * as messages from '../messages.ts'

const all = [...auditColumns, ...furtherColumns]

const views = [
  { id: 'changes', label: 'Changes' },
  { id: 'both', label: 'Both' },
] as const

const Side = ({ title, text }: { title: string; text: string }) => (
  <div className={styles.side}>
    <div className={styles.head}>
      <h4 className={styles.title}>{title}</h4>
      <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />
    </div>
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
      <div className={styles.head}>
        <h3 className={styles.title}>Before and after</h3>
        {both && <Segmented label="Before and after" value={view} onChange={setView} items={views} />}
      </div>
      {both && view === 'changes' ? (
        before === after ? (
          <p>{messages.noneOfShownValues}</p>
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
      <p className={styles.hint}>{messages.secretsAreNeverRecorded}</p>
    </section>
  )
}

/** Links buckets and objects to their pages. */
const valueOf = ({ bucket, object }: AuditRecord, id: string, text: string) => {
  const href =
    id === 'bucket' ? browseAddress(bucket) : id === 'object' && bucket ? browseAddress(bucket, object) : undefined
  return href ? <Link href={href}>{displayName(text)}</Link> : displayName(text)
}

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
  /** The records around it, in order. */
  among: readonly AuditRecord[]
  onOpen: (record: AuditRecord) => void
  onClose: () => void
}

/** Details of an audit record. */
export const RecordDetails = ({ record, among, onOpen, onClose }: RecordDetailsProps) => {
  const at = among.indexOf(record)
  const [previous, next] = [among[at - 1], at < 0 ? undefined : among[at + 1]]
  return (
    <Drawer
      title={displayName(record.api_name.replace(/^console\./, '')) || 'Record'}
      place={{ text: '', previous: previous && (() => onOpen(previous)), next: next && (() => onOpen(next)) }}
      onClose={onClose}
    >
      <Sentence record={record} />
      <Details
        rows={[
          ...(record.source === 'console' ? [{ label: 'Source', value: <Badge>Console</Badge> }] : []),
          ...all
            .map(({ id, title, value }) => ({ id, label: title, text: String(value(record) ?? '') }))
            .filter(({ id, text }) => text !== '' && id !== 'source')
            .map(({ id, label, text }) => ({
              label,
              value: valueOf(record, id, text),
              ...(id === 'time' && {
                action: <CopyButton text={JSON.stringify(record, null, 2)} label="Copy record" />,
              }),
            })),
        ]}
      />
      {(record.before !== undefined || record.after !== undefined) && <BeforeAndAfter record={record} />}
    </Drawer>
  )
}
