import { useState } from 'react'
import { bytes, capitalize, count, date } from 'stowage'
import { useCallRefusals, useMissingFeature } from 'stowage/web'
import { Button, UsageBar, Stack, Muted, Row } from 'stowage/ui'
import { accessOf } from './access.ts'
import { CalculatedUsage } from './calculated-usage.tsx'
import { distributions } from '../contract.ts'
import type { ListedBucket } from './columns.tsx'
import { DistributionDialog } from './distribution.tsx'
import { QuotaForecast } from './quota-forecast.tsx'
import * as styles from './summary.css.ts'

type UsageProps = { bucket: ListedBucket; age: string | undefined; quota: number | undefined }

/** Last reported usage of a bucket, compared with its quota in bytes if it has one. */
export const Usage = ({ bucket, age, quota }: UsageProps) => {
  const unreported = useMissingFeature('usage') !== undefined
  const refusal = useCallRefusals({ look: distributions.distribution }, { bucket: bucket.name })
  const [open, setOpen] = useState(false)
  const [value = '', unit = ''] = bucket.size === undefined ? ['—'] : bytes(bucket.size).split(' ')
  const facts = [
    ...(unreported ? [] : [['Objects', bucket.objects === undefined ? '—' : count(bucket.objects)] as const]),
    ...(bucket.versions !== undefined && bucket.versions !== bucket.objects
      ? [['Versions', count(bucket.versions)] as const]
      : []),
    ['Created', date(bucket.creation_date).slice(0, 10)],
    ['Access level', accessOf(bucket)],
  ] as const
  return (
    <aside className={styles.card} aria-label="Usage">
      {unreported ? (
        <CalculatedUsage bucket={bucket.name} />
      ) : (
        <Stack gap={3} className={styles.usage}>
          <Muted as="h2">Reported usage</Muted>
          <p className={styles.value}>
            {value} <span className={styles.unit}>{quota ? `${unit} of ${bytes(quota)} quota` : unit}</span>
          </p>
          {quota && bucket.size !== undefined && <UsageBar used={bucket.size} total={quota} label="Used" />}
          {quota && <QuotaForecast bucket={bucket.name} quota={quota} />}
          {age && (
            <Muted as="p" tone="faint">
              {capitalize(age)}
            </Muted>
          )}
        </Stack>
      )}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <Row align="stretch" justify="between" key={label} className={styles.fact}>
            <Muted as="dt">{label}</Muted>
            <dd className={styles.number}>{value}</dd>
          </Row>
        ))}
      </dl>
      {!unreported && (
        <div className={styles.more}>
          <Button size="sm" disabled={refusal('look')} onPress={() => setOpen(true)}>
            Show Distribution
          </Button>
        </div>
      )}
      {open && <DistributionDialog bucket={bucket.name} onClose={() => setOpen(false)} />}
    </aside>
  )
}
