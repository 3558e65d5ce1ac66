import Globe from 'lucide-react/icons/globe'
import Lock from 'lucide-react/icons/lock'
import Shield from 'lucide-react/icons/shield'
import type { ReactNode } from 'react'
import { bytes, count, shown } from '../../../core/format.ts'
import { useQuery } from '../../../core/location.ts'
import type { CallState } from '../../../core/use-call.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Details, type DetailRow } from '../../../core/ui/details.tsx'
import { Icon } from '../../../core/ui/icon.tsx'
import { Link } from '../../../core/ui/link.tsx'
import { capitalised, counted } from '../../../core/ui/words.ts'
import type { Access, BucketDetails, Encryption, Retention, Versioning } from '../contract.ts'
import type { Setting } from './rights.ts'
import { SettingDialog } from './settings/dialog.tsx'
import { removeRetention } from './settings/retention.tsx'
import { Loaded, OnOff } from './settings/value.tsx'
import { editVersioning } from './settings/versioning.tsx'
import * as styles from './summary.css.ts'
import { manage } from './access.ts'
import { Usage } from './usage.tsx'
import { isPlain, type SummaryCalls } from './use-summary.ts'

/** How the access level is called on screen. */
export const accessLevel = { PRIVATE: 'Private', PUBLIC: 'Public', CUSTOM: 'Custom' } as const

const accessIcon = { PRIVATE: Lock, PUBLIC: Globe, CUSTOM: Shield } as const

const sealed = ({ algorithm, kmsMasterKeyID }: Encryption) =>
  algorithm === 'AES256' ? 'SSE-S3' : `SSE-KMS, key ${shown(kmsMasterKeyID)}`

const retained = ({ mode, unit = 'days', validity = 0 }: Retention) =>
  mode && `${capitalised(mode)}, ${count(validity)} ${validity === 1 ? unit.slice(0, -1) : unit}`

const versioned = ({ status, excludedPrefixes, excludeFolders }: Versioning) => {
  if (status === 'Suspended') return 'Versions that were kept before are still there'
  const without = [...excludedPrefixes.map(shown), ...(excludeFolders ? ['folders'] : [])]
  return without.length > 0 && `Keeps no versions of ${without.join(', ')}`
}

type Change = { setting: Setting; label?: string; onPress: () => void }

type RowProps = {
  info: CallState<{ access: Access } & BucketDetails>
  summary: SummaryCalls
  change: (what: Change) => ReactNode
  open: (setting: Setting) => void
}

/** The rules are the tab's to change (spec/2 section 2). */
const replicated = ({ bucket, replication, replicates }: SummaryCalls): DetailRow => ({
  label: 'Replication',
  value: replicates ? (
    <Loaded of={replication}>
      {({ rules }) => {
        const all = rules ?? []
        const paused = all.filter(({ status }) => status === 'Disabled').length
        const note = [counted(all.length, { one: 'rule', many: 'rules' }), paused > 0 && `${count(paused)} paused`].filter(Boolean).join(', ')
        return all.length > 0 ? <OnOff on={paused < all.length} off="Paused" note={note} /> : <OnOff on={false} />
      }}
    </Loaded>
  ) : (
    <span className={styles.faint}>Not available on this storage</span>
  ),
  action: replicates && replication.data && (
    <Link href={`${manage(bucket)}/replication`}>{replication.data.rules?.length ? 'Rules' : 'Set up'}</Link>
  ),
})

const protection = ({ info, summary: { encryption }, change, open }: RowProps): DetailRow[] => [
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
      <Loaded of={encryption}>{(data) => <OnOff on note={sealed(data)} />}</Loaded>
    ),
    action: (encryption.data || isPlain(encryption)) && change({ setting: 'encryption', onPress: () => open('encryption') }),
  },
  ...(info.data?.tags?.length
    ? [{ label: 'Tags', value: info.data.tags.map(({ key, value }) => shown(`${key}=${value}`)).join(', ') }]
    : []),
]

const locks = ({ summary: { bucket, locking, retention, reload }, change, open }: RowProps): DetailRow[] => {
  const turnOff = async () => {
    if (await removeRetention(bucket)) await reload()
  }
  return [
    {
      label: 'Object Locking',
      value: (
        <Loaded of={locking}>
          {({ object_locking_enabled: on }) => <OnOff on={on} note={on && 'Set when the bucket was created'} />}
        </Loaded>
      ),
    },
    {
      label: 'Retention',
      value: locking.data?.object_locking_enabled ? (
        <Loaded of={retention}>{(kept) => <OnOff on={kept.mode !== undefined} note={retained(kept)} />}</Loaded>
      ) : (
        <Loaded of={locking}>{() => <OnOff on={false} note="Needs object locking" />}</Loaded>
      ),
      action: retention.data && (
        <>
          {retention.data.mode && change({ setting: 'retention', label: 'Turn Off', onPress: () => void turnOff() })}
          {change({ setting: 'retention', onPress: () => open('retention') })}
        </>
      ),
    },
  ]
}

const limits = ({ summary: { bucket, versioning, locking, quota, usage, reload }, change, open }: RowProps): DetailRow[] => {
  const on = versioning.data?.is_versioned
  const isNeeded = on === true && locking.data?.object_locking_enabled === true
  const edit = async () => {
    if (await editVersioning(bucket, !on, versioning.data?.excludedPrefixes)) await reload()
  }
  return [
    {
      label: 'Versioning',
      value: (
        <Loaded of={versioning}>
          {(kept) => (
            <OnOff
              on={kept.is_versioned}
              off={kept.status === 'Suspended' ? 'Suspended' : 'Disabled'}
              note={isNeeded ? 'Object locking needs it' : versioned(kept)}
            />
          )}
        </Loaded>
      ),
      action:
        on !== undefined && !isNeeded && change({ setting: 'versioning', label: 'Change', onPress: () => void edit() }),
    },
    {
      label: 'Quota',
      value: (
        <Loaded of={quota}>
          {({ quota: size, type = 'hard' }) => {
            if (!size) return <OnOff on={false} />
            const used = usage?.size !== undefined && `${Math.round((usage.size / size) * 100)} % used`
            return (
              <>
                {bytes(size)}, {type} {used && <span className={styles.faint}>{used}</span>}
              </>
            )
          }}
        </Loaded>
      ),
      action: quota.data && change({ setting: 'quota', onPress: () => open('quota') }),
    },
  ]
}

type SummaryProps = {
  info: CallState<{ access: Access } & BucketDetails>
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
          <Details rows={[...protection(rows), ...(summary.when ? locks(rows) : []), replicated(summary)]} />
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
