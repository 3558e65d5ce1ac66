import FileSearch from 'lucide-react/icons/file-search'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useState } from 'react'
import { canOpenPage, useDialog, useMissingFeature } from 'stowage/web'
import { bytes, date, formatElapsed, parseGoDuration, displayName } from 'stowage'
import { Button, CopyButton, Details, Drawer, Progress, Tabs, Row } from 'stowage/ui'
import { mono } from 'stowage/classes'
import { browseAddress, browsePage } from 'stowage/plugins/object-browser'
import type { ServedCall } from '../contract.ts'
import { questionOf, bucketAndKey } from './access-question.ts'
import { CallStatus, timeOf } from './columns.tsx'
import * as styles from './trace.css.ts'

type CallDetailsProps = {
  call: ServedCall
  /** Calls to step through, newest first. */
  rows: readonly ServedCall[]
  onOpen: (call: ServedCall) => void
  onClose: () => void
}

/** Status of the call, with a link to Check Access if it was denied. */
const Outcome = ({ call }: { call: ServedCall }) => {
  const check = useDialog('check-access')
  const question = questionOf(call)
  return (
    <Row justify="between" className={styles.outcome}>
      <CallStatus call={call} look="alone" />
      {check && question && (
        <Button size="sm" tone="quiet" onPress={() => void check(question)}>
          Why?
        </Button>
      )}
    </Row>
  )
}

/** Time to first byte, and in total. */
const Durations = ({ call: { callStats } }: { call: ServedCall }) => {
  const [first, all] = [parseGoDuration(callStats.timeToFirstByte), parseGoDuration(callStats.duration)]
  return (
    <div className={styles.spans}>
      <div className={styles.statisticLine}>
        <span>{first > 0 && `First byte ${formatElapsed(first)}`}</span>
        <span>{`Duration ${formatElapsed(all)}`}</span>
      </div>
      <Progress look="thin" label="First byte, of the duration" value={all > 0 ? first / all : 0} />
      <div className={styles.statisticLine}>
        <span>{`In ${bytes(callStats.rx)}`}</span>
        <span>{`Out ${bytes(callStats.tx)}`}</span>
      </div>
    </div>
  )
}

const Headers = ({ call: { requestHeaders = [], responseHeaders = [] } }: { call: ServedCall }) => {
  const [side, setSide] = useState<'request' | 'response'>('request')
  if (requestHeaders.length + responseHeaders.length === 0) return null
  const rows = side === 'request' ? requestHeaders : responseHeaders
  return (
    // natural height: shrinking, it would slide under the content that follows
    <div className={styles.headers}>
      <Tabs
        label="Headers"
        value={side}
        onChange={setSide}
        items={[
          { id: 'request', label: 'Request', count: requestHeaders.length },
          { id: 'response', label: 'Response', count: responseHeaders.length },
        ]}
      >
        <Details
          rows={rows.map(([name, value]) => ({
            label: displayName(name),
            value: <span className={mono}>{displayName(value)}</span>,
          }))}
        />
      </Tabs>
    </div>
  )
}

/** Links for further investigation. */
const RelatedLinks = ({ call }: { call: ServedCall }) => {
  const missingLogSearch = useMissingFeature('log-search')
  const location = canOpenPage(browsePage) ? bucketAndKey(call) : undefined
  const isAudited = call.requestID !== undefined && canOpenPage('/logs') && !missingLogSearch
  if (!location && !isAudited) return null
  return (
    <Row gap={3} wrap align="stretch" className={styles.ways}>
      {location && (
        <Button size="sm" tone="quiet" icon={FileSearch} href={browseAddress(location.bucket, location.key)}>
          {location.key ? 'Open Object' : 'Open Bucket'}
        </Button>
      )}
      {isAudited && (
        <Button
          size="sm"
          tone="quiet"
          icon={ScrollText}
          href={`/logs?${new URLSearchParams({ tab: 'audit', range: 'all', request_id: call.requestID ?? '' }).toString()}`}
        >
          Audit Logs
        </Button>
      )}
    </Row>
  )
}

export const CallDetails = ({ call, rows, onOpen, onClose }: CallDetailsProps) => {
  const { time, api, method, path, query, host, client, user, requestID } = call
  const address = query ? `${path}?${query}` : path
  const texts = [
    ['Method', method],
    ['User', user],
    ['Client', client],
    ['Host', host],
  ] as const
  const at = rows.indexOf(call)
  const [newer, older] = [rows[at - 1], at < 0 ? undefined : rows[at + 1]]
  return (
    <Drawer
      title={displayName(api)}
      position={{ text: '', previous: newer && (() => onOpen(newer)), next: older && (() => onOpen(older)) }}
      onClose={onClose}
    >
      <Outcome call={call} />
      <Details
        rows={[
          {
            label: 'Time',
            value: `${date(time).slice(0, 10)} ${timeOf(call)}`,
            action: <CopyButton text={JSON.stringify(call, null, 2)} label="Copy call as JSON" />,
          },
          {
            label: 'Path',
            value: <span className={mono}>{displayName(address)}</span>,
            action: <CopyButton text={address} label="Copy path" />,
          },
          ...texts.flatMap(([label, value]) => (value ? [{ label, value: displayName(value) }] : [])),
          ...(requestID
            ? [
                {
                  label: 'Request ID',
                  value: <span className={mono}>{displayName(requestID)}</span>,
                  action: <CopyButton text={requestID} label="Copy request ID" />,
                },
              ]
            : []),
        ]}
      />
      <Durations call={call} />
      <Headers call={call} />
      <RelatedLinks call={call} />
    </Drawer>
  )
}
