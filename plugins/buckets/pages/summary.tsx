import { Globe, Lock, Shield } from 'lucide-react'
import type { ReactNode } from 'react'
import { bytes, count } from '../../../core/format.ts'
import { useSession } from '../../../core/session.ts'
import { type CallState, useCall } from '../../../core/use-call.ts'
import { Details } from '../../../core/ui/details.tsx'
import { Icon } from '../../../core/ui/icon.tsx'
import { Status } from '../../../core/ui/status.tsx'
import { capitalised } from '../../../core/ui/words.ts'
import { type Access, buckets, type Retention } from '../contract.ts'
import * as styles from './summary.css.ts'
import { Usage } from './usage.tsx'

/** How the access level is called on screen. */
export const accessLevel = { PRIVATE: 'Private', PUBLIC: 'Public', CUSTOM: 'Custom' } as const

const accessIcon = { PRIVATE: Lock, PUBLIC: Globe, CUSTOM: Shield } as const

/** What the summary shows besides the access level. Only an erasure-coded server is asked for it (spec/2 section 6). */
export const useSummary = (bucket: string) => {
  const when = useSession().distributedMode
  const input = { params: { bucket } }
  const list = useCall(buckets.list)
  const versioning = useCall(buckets.versioning, input, { when })
  const locking = useCall(buckets.locking, input, { when })
  const quota = useCall(buckets.quota, input, { when })
  const retention = useCall(buckets.retention, input, { when: when && locking.data?.object_locking_enabled === true })
  const reload = () =>
    Promise.all([list, versioning, locking, quota].map((each) => each.reload()).concat(retention.reload()))
  return {
    bucket: list.data?.buckets.find(({ name }) => name === bucket),
    versioning,
    locking,
    quota,
    retention,
    when,
    reload,
  }
}

type SummaryCalls = ReturnType<typeof useSummary>

const OnOff = ({ on }: { on: boolean }) => <Status tone={on ? 'ok' : 'unknown'}>{on ? 'Enabled' : 'Disabled'}</Status>

/** A loaded value; a reason where there is none to see. */
const Loaded = <T,>({ of: { data, error }, children }: { of: CallState<T>; children: (data: T) => ReactNode }) => {
  if (data !== undefined) return children(data)
  if (!error) return null
  return (
    <span className={styles.faint}>
      {error.status === 403 ? 'Your policies do not allow seeing this' : error.message}
    </span>
  )
}

const retained = ({ mode, unit = 'days', validity = 0 }: Retention) =>
  `${capitalised(mode ?? '')}, ${count(validity)} ${validity === 1 ? unit.slice(0, -1) : unit}`

const protection = (info: CallState<{ access: Access }>, { locking, retention, when }: SummaryCalls) => [
  {
    label: 'Access Policy',
    value: (
      <Loaded of={info}>
        {({ access }) => (
          <>
            <Icon of={accessIcon[access]} /> {accessLevel[access]}
          </>
        )}
      </Loaded>
    ),
  },
  ...(when
    ? [
        {
          label: 'Object Locking',
          value: (
            <Loaded of={locking}>
              {({ object_locking_enabled: on }) => (
                <>
                  <OnOff on={on} /> {on && <span className={styles.faint}>Set when the bucket was created</span>}
                </>
              )}
            </Loaded>
          ),
        },
        {
          label: 'Retention',
          value: locking.data?.object_locking_enabled ? (
            <Loaded of={retention}>
              {(kept) => (
                <>
                  <OnOff on={kept.mode !== undefined} />
                  {kept.mode && <span className={styles.faint}>{retained(kept)}</span>}
                </>
              )}
            </Loaded>
          ) : (
            <Loaded of={locking}>{() => <OnOff on={false} />}</Loaded>
          ),
        },
      ]
    : []),
]

const limits = ({ versioning, quota }: SummaryCalls) => [
  { label: 'Versioning', value: <Loaded of={versioning}>{({ is_versioned: on }) => <OnOff on={on} />}</Loaded> },
  {
    label: 'Quota',
    value: (
      <Loaded of={quota}>
        {({ quota: size, type = 'hard' }) => (size ? `${bytes(size)}, ${type}` : <OnOff on={false} />)}
      </Loaded>
    ),
  },
]

/** What is set on a bucket, and how full it is. */
export const Summary = ({ info, summary }: { info: CallState<{ access: Access }>; summary: SummaryCalls }) => (
  <div className={styles.summary}>
    <div className={styles.settings}>
      <section>
        <h2 className={styles.title}>Access and protection</h2>
        <Details rows={protection(info, summary)} />
      </section>
      {summary.when && (
        <section>
          <h2 className={styles.title}>Versions and limits</h2>
          <Details rows={limits(summary)} />
        </section>
      )}
    </div>
    {summary.bucket && <Usage bucket={summary.bucket} quota={summary.quota.data?.quota} />}
  </div>
)
