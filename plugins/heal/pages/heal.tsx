import CircleStop from 'lucide-react/icons/circle-stop'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { bytes, count, duration, displayName } from 'stowage'
import { Banner, Button, Cause, Chart, Empty, Stats, Page, Status, useNarrow, Stack, Row } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { buckets } from 'stowage/plugins/buckets'
import { heal, type Progress } from '../contract.ts'
import { BackgroundStatus } from './background.tsx'
import { Health } from './health.tsx'
import { Items } from './items.tsx'
import * as styles from './heal.css.ts'
import { OrderFields } from './order.tsx'
import { type Sample, useHeal } from './use-heal.ts'
import { useOrder } from './use-order.ts'
import * as messages from '../messages.ts'

/** Polling interval of background healing, in ms. */
const POLL_INTERVAL = 5000

const statsOf = ({ dryRun, itemsScanned, objectsScanned, objectsHealed, bytesScanned }: Progress) => [
  { label: 'Items Scanned', value: count(itemsScanned) },
  { label: 'Objects Scanned', value: count(objectsScanned) },
  { label: dryRun ? 'Objects That Would Be Healed' : 'Objects Healed', value: count(objectsHealed) },
  { label: 'Bytes Scanned', value: bytes(bytesScanned) },
]

const Outcome = ({ progress, samples }: { progress: Progress; samples: readonly Sample[] }) => (
  <>
    <Stats of={statsOf(progress)} />
    <Health progress={progress} />
    {samples.length > 2 && (
      <Chart
        label="Items"
        file="heal"
        height={124}
        times={samples.map(({ time }) => time)}
        series={[
          { label: 'Scanned', values: samples.map(({ scanned }) => scanned) },
          { label: progress.dryRun ? 'Would be healed' : 'Healed', values: samples.map(({ healed }) => healed) },
        ]}
      />
    )}
    <Items progress={progress} />
  </>
)

/** Repairs data that drives have lost (spec/3 on Heal). */
const HealPage = () => {
  const order = useOrder()
  const live = useHeal()
  const status = useCall(heal.status)
  const list = useCall(buckets.list)
  const { progress, phase, failure } = live
  const [bucket, prefix] = [order.bucket.value.trim(), order.query.prefix]
  const runs = phase !== 'stopped' || live.busy !== undefined

  // narrow windows show the results first
  const [editing, setEditing] = useState(false)
  const folded = useNarrow() && progress !== undefined && !editing

  // shows the running or last heal, unless that has finished elsewhere, when the page is opened
  const [looked, setLooked] = useState(false)
  useEffect(() => {
    if (!status.data || looked) return
    setLooked(true)
    const { heals } = status.data
    const ownHeal = heals.find((one) => one.bucket === bucket && one.prefix === prefix)
    const running = heals.find((one) => one.phase === 'running')
    const active = ownHeal ?? (bucket ? undefined : (running ?? heals.slice(-1).find((one) => one.phase === 'stopped')))
    if (!active) return
    order.take(active)
    live.join(active)
  }, [status.data])

  useEffect(() => {
    const timer = setInterval(() => document.hidden || void status.reload(), POLL_INTERVAL)
    return () => clearInterval(timer)
  }, [status.reload])

  const begin = () => {
    setEditing(false)
    void live.begin(bucket, { ...order.query, ...(order.forceStart.value && { 'force-start': 'true' }) })
  }
  const end = () => void live.end(bucket, prefix)
  const stopButton = (
    <Button
      icon={CircleStop}
      tone={runs ? 'secondary' : 'primary'}
      where="server"
      busy={live.busy === 'Stopping' ? 'Stopping' : undefined}
      onPress={end}
    >
      {runs ? 'Stop' : 'Stop Heal'}
    </Button>
  )
  return (
    <Page
      title="Heal"
      actions={
        <>
          {progress && (
            <>
              <Status tone={runs ? 'ok' : 'unknown'}>
                {runs ? 'Running' : progress.phase === 'finished' ? 'Finished' : 'Stopped'}
              </Status>
              <span className={styles.time}>{duration(progress.healDuration)}</span>
            </>
          )}
          {runs || order.forceStop.value ? (
            stopButton
          ) : (
            <Button tone="primary" icon={Play} disabled={order.problem} busy={live.busy} onPress={begin}>
              Start
            </Button>
          )}
        </>
      }
    >
      <div className={styles.columns}>
        <Stack gap={6} shrink>
          {folded ? (
            <Row gap={4} wrap justify="between">
              <span>
                {displayName(
                  [
                    bucket ? [bucket, prefix].filter(Boolean).join(' / ') : 'Everything',
                    ...(order.dryRun.value ? ['dry run'] : []),
                    ...(order.deep.value ? ['deep'] : []),
                  ].join(', '),
                )}
              </span>
              <Button onPress={() => setEditing(true)}>Edit</Button>
            </Row>
          ) : (
            <OrderFields order={order} buckets={list.data?.buckets?.map(({ name }) => name) ?? []} locked={runs} />
          )}
          {status.data && <BackgroundStatus of={status.data.background} />}
        </Stack>
        <Stack gap={6} shrink>
          {failure && (
            <Banner tone="danger">
              <strong>{failure.message}</strong>
              {failure.detail && <Cause>{failure.detail}</Cause>}
            </Banner>
          )}
          {progress ? (
            <Outcome progress={progress} samples={live.samples} />
          ) : (
            <Empty
              icon={HeartPulse}
              title={runs ? 'No items checked yet' : 'Nothing is being healed'}
              text={runs ? undefined : messages.startHealHelp}
            />
          )}
        </Stack>
      </div>
    </Page>
  )
}

export default HealPage
