import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { bytes, count, displayName } from 'stowage'
import { useCall, useRefusals, useSession } from 'stowage/web'
import { Banner, Button, Details, Dialog, lazyPart, LoadError, Page, Skeleton, Status, Muted, Row } from 'stowage/ui'
import { progress as bars } from 'stowage/classes'
import { type License, license } from '../contract.ts'
import { Activate } from './activate.tsx'
import * as styles from './license.css.ts'
import { Plans } from './plan-table.tsx'
import { planOf } from './plans.ts'
import * as messages from '../messages.ts'

const Agpl = lazyPart(
  'the text',
  async () => (await import('./agpl.tsx')).Agpl,
  () => <Skeleton rows={12} columns={1} />,
)

const TIB = 1024 ** 4
const DAY = 86_400_000

/** Days before expiration from which the page warns. */
const WARN_DAYS = 30

/** Days until expiration. */
const daysLeft = ({ expires_at }: License, now = Date.now()) => Math.ceil((Date.parse(expires_at) - now) / DAY)

const inDays = (days: number) => (days === 1 ? 'in 1 day' : `in ${count(days)} days`)

/** Used part of the licensed capacity; warning from 75 %, danger from 90 %. */
const Capacity = ({ of: { storage_capacity: registered, used } }: { of: License }) => {
  const total = registered * TIB
  if (used === undefined)
    return (
      <>
        <Muted as="p">Registered Capacity</Muted>
        <Row as="p" gap={3} wrap align="baseline" className={styles.number}>
          {count(registered)} <span className={styles.unit}>TiB</span>
        </Row>
      </>
    )
  const percent = total > 0 ? Math.round((used / total) * 100) : 100
  const tone = percent >= 90 ? 'danger' : percent >= 75 ? 'warning' : 'ok'
  const remaining = total - used
  return (
    <>
      <Muted as="p">Registered Capacity</Muted>
      <Row as="p" gap={3} wrap align="baseline" className={styles.number}>
        {(used / TIB).toFixed(1)} <span className={styles.unit}>{`TiB of ${count(registered)} TiB`}</span>
      </Row>
      <div
        className={bars.track.md}
        role="meter"
        aria-label="Registered Capacity"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, percent)}
      >
        <div className={bars.fill[tone === 'ok' ? 'plain' : tone]} style={{ width: `${Math.min(100, percent)}%` }} />
      </div>
      <Row as="p" gap={[0, 3]} wrap align="stretch" className={styles.remaining}>
        {tone === 'ok' ? <span>{`${percent}%`}</span> : <Status tone={tone}>{`${percent}%`}</Status>}
        <span>
          {remaining < 0 ? `over by ${(-remaining / TIB).toFixed(1)} TiB` : `${bytes(remaining)} left for new tenants`}
        </span>
      </Row>
    </>
  )
}

const Commercial = ({ of }: { of: License }) => (
  <section className={styles.panel} aria-label="License">
    <div className={styles.side}>
      <h2 className={styles.heading}>Commercial License</h2>
      <Details
        rows={[
          { label: 'Organization', value: displayName(of.organization) },
          { label: 'Subscription Plan', value: planOf(of.plan) },
          { label: 'Requester', value: displayName(of.email) },
          {
            label: 'Expiry Date',
            value: (
              <>
                <span>{of.expires_at.slice(0, 10)}</span>
                <Muted>{inDays(daysLeft(of))}</Muted>
              </>
            ),
          },
          { label: 'Signature', value: <Status tone="ok">Verified by this console</Status> },
        ]}
      />
    </div>
    <div className={styles.side}>
      <Capacity of={of} />
    </div>
  </section>
)

const Community = ({ operator }: { operator: boolean }) => (
  <section className={styles.panel} aria-label="License">
    <div className={styles.side}>
      <h2 className={styles.heading}>Community</h2>
      <p className={styles.lead}>GNU AGPL v3</p>
    </div>
    <div className={styles.side}>
      <p className={styles.lead}>
        {operator ? messages.clusterHasNoCommercialLicense : messages.storageHasNoCommercialLicense}
      </p>
    </div>
  </section>
)

/** The license, its remaining capacity and time, and the available plans (spec/3 2). */
export default function LicensePage() {
  const { operator } = useSession()
  const info = useCall(license.info)
  const [open, setOpen] = useState<'activate' | 'agpl'>()
  const refusal = useRefusals({ keep: { action: 'k8s:create:secrets' } })
  const { data, error } = info
  const isNone = error?.status === 404
  const close = () => setOpen(undefined)
  const actions = operator && (
    <Button
      icon={KeyRound}
      tone={isNone ? 'primary' : 'secondary'}
      disabled={refusal('keep')}
      onPress={() => setOpen('activate')}
    >
      Activate
    </Button>
  )
  return (
    <Page title="License" actions={actions || undefined}>
      <p className={styles.intro}>{messages.licensePageHelp}</p>
      {isNone && error.detail && (
        <Banner tone="warning">
          <strong>{error.detail}</strong>
        </Banner>
      )}
      {data && daysLeft(data) <= WARN_DAYS && (
        <Banner tone="warning">
          <strong>{messages.licenseExpiresOn(inDays(daysLeft(data)), data.expires_at.slice(0, 10))}</strong>
        </Banner>
      )}
      {data && <Commercial of={data} />}
      {isNone && <Community operator={operator} />}
      {error && !isNone && <LoadError what="the license" error={error} onRetry={() => void info.reload()} />}
      {!data && !error && <Skeleton rows={5} columns={2} />}
      <Row gap={[2, 5]} wrap align="baseline" justify="between" className={styles.plansHead}>
        <h2 className={styles.heading}>{messages.minioPlans}</h2>
        <Muted as="p">
          The server's source is open under the{' '}
          <button type="button" className={styles.opens} onClick={() => setOpen('agpl')}>
            {messages.agplName}
          </button>
        </Muted>
      </Row>
      {(data || isNone) && <Plans current={planOf(data?.plan)} operator={operator} />}
      {open === 'activate' && (
        <Activate
          onClose={close}
          onDone={() => {
            close()
            void info.reload()
          }}
        />
      )}
      {open === 'agpl' && (
        <Dialog
          title="GNU Affero General Public License"
          size="wide"
          onClose={close}
          footer={<Button onPress={close}>Close</Button>}
        >
          <Agpl />
        </Dialog>
      )}
    </Page>
  )
}
