import { Globe, Lock, Shield } from 'lucide-react'
import type { ReactNode } from 'react'
import { bytes, count, shown } from '../../../core/format.ts'
import { useQuery } from '../../../core/location.ts'
import { useSession } from '../../../core/session.ts'
import { type CallState, useCall } from '../../../core/use-call.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Details } from '../../../core/ui/details.tsx'
import { Icon } from '../../../core/ui/icon.tsx'
import { Status } from '../../../core/ui/status.tsx'
import { capitalised } from '../../../core/ui/words.ts'
import { type Access, buckets, type Encryption, noEncryption, type Retention } from '../contract.ts'
import type { Setting } from './rights.ts'
import { ChangeAccess } from './settings/access.tsx'
import { SetEncryption } from './settings/encryption.tsx'
import { SetQuota } from './settings/quota.tsx'
import { removeRetention, SetRetention } from './settings/retention.tsx'
import { editVersioning } from './settings/versioning.tsx'
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
  const locks = when && locking.data?.object_locking_enabled === true
  const retention = useCall(buckets.retention, input, { when: locks })
  const encryption = useCall(buckets.encryption, input)
  const reload = () =>
    Promise.all([
      ...[list, encryption, ...(when ? [versioning, locking, quota] : []), ...(locks ? [retention] : [])].map((each) => each.reload()),
    ])
  return {
    bucket,
    usage: list.data?.buckets.find(({ name }) => name === bucket),
    encryption,
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

/** Whether the bucket is known to encrypt nothing, which the storage says as a refusal (spec/2 section 8). */
const isPlain = ({ error }: CallState<Encryption>) => error?.message === noEncryption

const encryptionWords = ({ algorithm, kmsMasterKeyID }: Encryption) =>
  algorithm === 'AES256' ? 'SSE-S3' : `SSE-KMS, key ${shown(kmsMasterKeyID)}`

const retained = ({ mode, unit = 'days', validity = 0 }: Retention) =>
  `${capitalised(mode ?? '')}, ${count(validity)} ${validity === 1 ? unit.slice(0, -1) : unit}`

type Change = { setting: Setting; label?: string; onPress: () => void }

type RowProps = {
  info: CallState<{ access: Access }>
  summary: SummaryCalls
  change: (what: Change) => ReactNode
  open: (setting: Setting) => void
}

const protection = ({ info, summary, change, open }: RowProps) => {
  const { bucket, locking, retention, encryption, when, reload } = summary
  const locks = locking.data?.object_locking_enabled === true
  const turnOff = async () => {
    if (await removeRetention(bucket)) await reload()
  }
  return [
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
      action: info.data && change({ setting: 'access', label: 'Change', onPress: () => open('access') }),
    },
    {
      label: 'Encryption',
      value: isPlain(encryption) ? (
        <OnOff on={false} />
      ) : (
        <Loaded of={encryption}>
          {(data) => (
            <>
              <OnOff on /> <span className={styles.faint}>{encryptionWords(data)}</span>
            </>
          )}
        </Loaded>
      ),
      action: (encryption.data || isPlain(encryption)) && change({ setting: 'encryption', onPress: () => open('encryption') }),
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
            value: locks ? (
              <Loaded of={retention}>
                {(kept) => (
                  <>
                    <OnOff on={kept.mode !== undefined} />
                    {kept.mode && <span className={styles.faint}>{retained(kept)}</span>}
                  </>
                )}
              </Loaded>
            ) : (
              <Loaded of={locking}>
                {() => (
                  <>
                    <OnOff on={false} /> <span className={styles.faint}>Needs object locking</span>
                  </>
                )}
              </Loaded>
            ),
            action: retention.data && (
              <>
                {retention.data.mode && change({ setting: 'retention', label: 'Turn Off', onPress: () => void turnOff() })}
                {change({ setting: 'retention', onPress: () => open('retention') })}
              </>
            ),
          },
        ]
      : []),
  ]
}

const limits = ({ summary, change, open }: RowProps) => {
  const { bucket, versioning, locking, quota, usage, reload } = summary
  const on = versioning.data?.is_versioned
  const isNeeded = on === true && locking.data?.object_locking_enabled === true
  const edit = async () => {
    if (await editVersioning(bucket, !on)) await reload()
  }
  return [
    {
      label: 'Versioning',
      value: (
        <Loaded of={versioning}>
          {(data) => (
            <>
              <OnOff on={data.is_versioned} /> {isNeeded && <span className={styles.faint}>Object locking needs it</span>}
            </>
          )}
        </Loaded>
      ),
      action:
        on !== undefined &&
        !isNeeded &&
        change({ setting: 'versioning', label: 'Change', onPress: () => void edit() }),
    },
    {
      label: 'Quota',
      value: (
        <Loaded of={quota}>
          {({ quota: size, type = 'hard' }) =>
            size ? (
              <>
                {bytes(size)}, {type} {usage?.size !== undefined && (
                  <span className={styles.faint}>{`${Math.round((usage.size / size) * 100)} % used`}</span>
                )}
              </>
            ) : (
              <OnOff on={false} />
            )
          }
        </Loaded>
      ),
      action: quota.data && change({ setting: 'quota', onPress: () => open('quota') }),
    },
  ]
}

type DialogProps = { setting: string; access: Access | undefined; summary: SummaryCalls; onClose: () => void; onDone: () => Promise<unknown> }

/** The dialog of one setting, once what it starts with is there. */
const SettingDialog = ({ setting, access, summary, ...closing }: DialogProps) => {
  const { bucket, encryption, retention, quota } = summary
  const props = { bucket, ...closing }
  if (setting === 'access' && access) return <ChangeAccess {...props} current={access} />
  if (setting === 'encryption' && (encryption.data || isPlain(encryption)))
    return <SetEncryption {...props} current={isPlain(encryption) ? undefined : encryption.data} />
  if (setting === 'retention' && retention.data) return <SetRetention {...props} current={retention.data} />
  if (setting === 'quota' && quota.data) return <SetQuota {...props} current={quota.data} />
  return null
}

type SummaryProps = {
  info: CallState<{ access: Access }>
  summary: SummaryCalls
  refusal: (setting: Setting) => string | false
  onChanged: () => Promise<unknown>
}

/** What is set on a bucket and can be changed about it, and how full it is. */
export const Summary = ({ info, summary, refusal, onChanged }: SummaryProps) => {
  const [setting, open] = useQuery('set')
  const change = ({ setting: what, label = 'Configure', onPress }: Change) => (
    <Button tone="quiet" size="sm" disabled={refusal(what)} onPress={onPress}>
      {label}
    </Button>
  )
  const rows = { info, summary, change, open }
  return (
    <div className={styles.summary}>
      <div className={styles.settings}>
        <section>
          <h2 className={styles.title}>Access and protection</h2>
          <Details rows={protection(rows)} />
        </section>
        {summary.when && (
          <section>
            <h2 className={styles.title}>Versions and limits</h2>
            <Details rows={limits(rows)} />
          </section>
        )}
      </div>
      {summary.usage && <Usage bucket={summary.usage} quota={summary.quota.data?.quota} />}
      <SettingDialog {...{ setting, summary }} access={info.data?.access} onClose={() => open('')} onDone={onChanged} />
    </div>
  )
}
