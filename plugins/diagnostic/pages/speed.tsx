import Gauge from 'lucide-react/icons/gauge'
import { useEffect, useRef, useState } from 'react'
import { subscribeFeed, showToast, useMissingFeature } from 'stowage/web'
import { bytes, date, type Failure } from 'stowage'
import {
  column,
  Banner,
  Button,
  Cause,
  Chart,
  type Column,
  confirm,
  Details,
  ShareBar,
  Table,
  useNarrow,
  Stack,
  Row,
  Muted,
} from 'stowage/ui'
import { diagnostic, type Speed, type SpeedKind } from '../contract.ts'
import * as styles from './diagnostic.css.ts'
import * as messages from '../messages.ts'

type Rate = Speed['rates'][number]

/** Last results of a test and their time. */
export type Measured = Speed & { at: string }
export type LastMeasured = Readonly<Partial<Record<SpeedKind, Measured>>>

const load = { object: { seconds: '5', size: '64' }, drive: { size: '256' }, net: { seconds: '10' } } as const

type About = { title: string; text: string; write: string; read: string; noun: { one: string; many: string } }

const about: Readonly<Record<SpeedKind, About>> = {
  object: {
    title: 'Objects',
    text: messages.objectTestHelp,
    write: 'PUT',
    read: 'GET',
    noun: { one: 'size', many: 'sizes' },
  },
  drive: {
    title: 'Drives',
    text: messages.driveTestHelp,
    write: 'Write',
    read: 'Read',
    noun: { one: 'drive', many: 'drives' },
  },
  net: {
    title: 'Network',
    text: messages.networkTestHelp,
    write: 'Sent',
    read: 'Received',
    noun: { one: 'server', many: 'servers' },
  },
}

/** How long the storage answers no other S3 request, which the confirmation states. */
const outage: Readonly<Record<SpeedKind, string>> = {
  object: 'for about 40 seconds',
  drive: messages.forSomeSecondsLonger,
  net: 'for about 10 seconds',
}

/** Formats a rate. The storage reports 0 for a rate that was not measured. */
const rate = (value: number) => (value > 0 ? `${bytes(value)}/s` : '—')

const nameOf = ({ of, server }: Rate) =>
  typeof of === 'number' ? bytes(of) : server && server !== of ? `${server}:${of}` : of

const columnsOf = (kind: SpeedKind, maxRate: number, narrow: boolean): readonly Column<Rate>[] => [
  column.mono(about[kind].title, nameOf, { id: 'of', width: 'minmax(0, 2fr)', narrow: 'main' }),
  ...(['write', 'read'] as const).map(
    (way): Column<Rate> => ({
      id: way,
      title: about[kind][way],
      value: (one) => one.error || (narrow ? `${about[kind][way]} ${rate(one[way])}` : rate(one[way])),
      ...(!narrow && {
        cell: (one) =>
          one.error ||
          (one[way] > 0 && (
            <ShareBar part={one[way] / maxRate} value={rate(one[way])} label={`${about[kind][way]} ${nameOf(one)}`} />
          )) ||
          undefined,
      }),
      width: 'minmax(0, 2fr)',
      narrow: 'second',
    }),
  ),
]

const BySize = ({ rates }: { rates: readonly Rate[] }) =>
  rates.length > 1 && (
    <Chart
      label="Object speed by size"
      file="object-speed"
      xAxis="bytes"
      unit="bytesPerSecond"
      times={rates.map(({ of }) => Number(of))}
      series={[
        { label: 'PUT', values: rates.map(({ write }) => write || null) },
        { label: 'GET', values: rates.map(({ read }) => read || null) },
      ]}
    />
  )

/** The slowest result, which is what readers look for first. */
const slowestOf = ({ rates }: Measured) =>
  rates
    .filter(({ error }) => !error)
    .reduce<Rate | undefined>(
      (least, one) => (least && least.write + least.read <= one.write + one.read ? least : one),
      undefined,
    )

/** The last speed tests, shown with a report; nothing before the first test. */
export const LastSpeeds = ({ of }: { of: LastMeasured }) => {
  const rows = (['drive', 'net'] as const).flatMap((kind) => {
    const measured = of[kind]
    const slowest = measured && slowestOf(measured)
    return slowest
      ? [
          {
            label: about[kind].title,
            value: (
              <span title={measured.at}>
                {messages.slowest(
                  about[kind].read,
                  rate(slowest.read),
                  about[kind].write,
                  rate(slowest.write),
                  nameOf(slowest),
                )}
              </span>
            ),
          },
        ]
      : []
  })
  if (!of.object && rows.length === 0) return null
  return (
    <Stack as="section" gap={4} shrink className={styles.card} aria-label="Last speed tests">
      {of.object && (
        <div title={of.object.at}>
          <BySize rates={of.object.rates} />
        </div>
      )}
      <Details rows={rows} />
    </Stack>
  )
}

const Rates = ({ kind, rates }: { kind: SpeedKind; rates: readonly Rate[] }) => {
  const narrow = useNarrow()
  const maxRate = Math.max(...rates.flatMap(({ write, read }) => [write, read]))
  return (
    <>
      {kind === 'object' && <BySize rates={rates} />}
      <Table
        rows={rates}
        columns={columnsOf(kind, maxRate, narrow)}
        rowKey={nameOf}
        noun={about[kind].noun}
        sort="none"
        height="content"
        empty={{ icon: Gauge }}
      />
    </>
  )
}

/** A speed test: its effect on the storage, a button, and the last results. */
export const SpeedTest = ({
  kind,
  result,
  onResult,
}: {
  kind: SpeedKind
  result: Measured | undefined
  onResult: (result: Measured) => void
}) => {
  const [failure, setFailure] = useState<Failure>()
  const [runs, setRuns] = useState(false)
  const leave = useRef(() => {})
  useEffect(() => () => leave.current(), [])
  const { title, text } = about[kind]
  const unavailable = useMissingFeature(kind === 'net' ? 'distributed' : undefined)

  const start = async () => {
    const agreed = await confirm({
      title: `Test ${title}`,
      body: (
        <>
          <p>{text}</p>
          <p>
            The storage server may pause all other S3 requests <strong>{outage[kind]}</strong>. Applications wait or
            fail meanwhile.
          </p>
        </>
      ),
      verb: 'Start Test',
    })
    if (!agreed) return
    setFailure(undefined)
    setRuns(true)
    leave.current = subscribeFeed(
      diagnostic.speed,
      {
        onMessage: (speed) => onResult({ ...speed, at: date(new Date().toISOString()) }),
        onEnd: (problem) => {
          setRuns(false)
          setFailure(problem)
          if (!problem) showToast(messages.testDone(title))
        },
      },
      { params: { kind }, query: load[kind] },
    )
  }
  const stop = () => {
    leave.current()
    setRuns(false)
  }
  return (
    <Stack as="section" gap={4} shrink className={styles.card} aria-label={title}>
      <Row gap={4} wrap justify="between">
        <h2 className={styles.title} title={result?.at}>
          {title}
        </h2>
        {runs ? (
          <Button onPress={stop}>Stop</Button>
        ) : (
          <Button
            icon={Gauge}
            where="server"
            disabled={unavailable ?? false}
            onPress={() => void start()}
          >{`Test ${title}`}</Button>
        )}
      </Row>
      <Muted as="p">{messages.testPausesRequests(text)}</Muted>
      {runs && <p role="status">Measuring …</p>}
      {failure && (
        <Banner tone={failure.status === 501 ? 'info' : 'danger'}>
          {failure.message}
          {failure.detail && <Cause>{failure.detail}</Cause>}
        </Banner>
      )}
      {result && <Rates kind={kind} rates={result.rates} />}
    </Stack>
  )
}
