import { useState } from 'react'
import { date, displayName } from 'stowage'
import { Button, Details, Link, useCopied, Row } from 'stowage/ui'
import { mono } from 'stowage/classes'
import type { LogLine } from '../contract.ts'
import { messageOf } from './level.tsx'
import type { Entry } from './entries.ts'
import { objectAddress } from './object-address.ts'
import * as styles from './logs.css.ts'
import * as messages from '../messages.ts'

/** Characters of a long text to show before "Show All". */
const MAX_SHOWN = 4096

const linkTo = (address: string | undefined, name: string) =>
  address ? <Link href={address}>{displayName(name)}</Link> : displayName(name)

/** A text of any length, with its line breaks. */
const Long = ({ text }: { text: string }) => {
  const [all, setAll] = useState(false)
  const parts = (all ? text : text.slice(0, MAX_SHOWN)).split('\n').map(displayName).join('\n')
  return (
    <>
      <span className={styles.lines}>{parts}</span>
      {!all && text.length > MAX_SHOWN && (
        <Button size="sm" onPress={() => setAll(true)}>
          Show all
        </Button>
      )}
    </>
  )
}

/** Splits a stack frame in MinIO's format: `cmd/xl-storage.go:2107:cmd.(*xlStorage).CreateFile()`. */
const locationIn = (line: string) => /^(\S+?):(\d+):(\S.*)$/.exec(line)?.slice(1, 4)

const Step = ({ line }: { line: string }) => {
  const [file = line, number, call] = locationIn(line) ?? []
  return (
    <li className={styles.step}>
      <span>
        {displayName(file)}
        {number && (
          <>
            :<span className={styles.number}>{number}</span>
          </>
        )}
      </span>
      {call && <span className={styles.muted}>{displayName(call)}</span>}
    </li>
  )
}

const rowsOf = (rows: readonly (readonly [label: string, value: string, look?: 'mono'])[]) =>
  rows.flatMap(([label, value, look]) =>
    value ? [{ label, value: look ? <span className={mono}>{displayName(value)}</span> : displayName(value) }] : [],
  )

const CopyEntry = ({ line }: { line: LogLine }) => {
  const [copied, copy] = useCopied()
  return (
    <Button size="sm" tone="quiet" onPress={() => void copy(JSON.stringify(line, null, 2))}>
      {copied ? 'Copied' : 'Copy Entry'}
    </Button>
  )
}

/** Details of a line: all fields, stack trace and number of repetitions. */
export const LineDetails = ({
  entry: { latest: line, count, since },
  onOnly,
}: {
  entry: Entry
  onOnly: () => void
}) => {
  const { api, error, at, time } = line
  const { bucket = '', object = '' } = api?.args ?? {}
  const source = error?.source ?? []
  const messageText = messageOf(line)
  const links = [
    ...(bucket ? [{ label: 'Bucket', value: linkTo(objectAddress(bucket), bucket) }] : []),
    ...(bucket && object ? [{ label: 'Object', value: linkTo(objectAddress(bucket, object), object) }] : []),
  ]
  return (
    <div className={styles.details}>
      <Long key={messageText} text={messageText} />
      {error?.message && error.message !== messageText && <Long text={error.message} />}
      <div className={styles.columnsOf}>
        <Details
          rows={[
            ...links,
            ...rowsOf([
              ['Time', at ? date(at) : time],
              ['Request ID', line.requestID, 'mono'],
              ['Kind', line.errKind],
            ]),
          ]}
        />
        <Details
          rows={rowsOf([
            ['Node', line.node],
            ['API', api?.name ?? ''],
            ['Remote Host', line.remotehost],
            ['Host', line.host],
            ['User Agent', line.userAgent],
            ['Deployment ID', line.deploymentid, 'mono'],
            ...Object.entries(error?.variables ?? {}),
          ])}
        />
      </div>
      <Row gap={2} wrap justify="between">
        {source.length > 0 && <h2 className={styles.title}>Source trace</h2>}
        <CopyEntry line={line} />
      </Row>
      {source.length > 0 && (
        <ol className={styles.source} aria-label="Source trace" tabIndex={0}>
          {source.map((step, index) => (
            <Step key={index} line={step} />
          ))}
        </ol>
      )}
      {count > 1 && (
        <p className={styles.hint}>
          {messages.repeatedSince(count, since.at ? date(since.at) : since.time || 'the beginning')}
          <Button size="sm" tone="quiet" onPress={onOnly}>
            Show only these
          </Button>
        </p>
      )}
    </div>
  )
}
