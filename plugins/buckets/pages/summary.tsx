import Globe from 'lucide-react/icons/globe'
import Lock from 'lucide-react/icons/lock'
import Shield from 'lucide-react/icons/shield'
import type { ReactNode } from 'react'
import { bytes, capitalize, count, counted, displayName, hiddenReasonFor, missingFeatures } from 'stowage'
import { type CallState, useMissingFeature, useQuery } from 'stowage/web'
import { Button, type DetailRow, Details, Icon, Stack, Muted } from 'stowage/ui'
import type { Access, BucketDetails, Encryption, Retention, Versioning } from '../contract.ts'
import { replicationRow } from './replication/row.tsx'
import type { Setting } from './rights.ts'
import { SettingDialog } from './settings/dialog.tsx'
import { removeRetention } from './settings/retention.tsx'
import { Loaded, OnOff } from './settings/value.tsx'
import { editVersioning } from './settings/versioning.tsx'
import * as styles from './summary.css.ts'
import { tagText } from './tag-editor.tsx'
import { Usage } from './usage.tsx'
import { isUnencrypted, type SummaryCalls } from './use-summary.ts'
import * as messages from '../messages.ts'

/** Labels of the access levels. */
export const accessLevel = { PRIVATE: 'Private', PUBLIC: 'Public', CUSTOM: 'Custom' } as const

const accessIcon = { PRIVATE: Lock, PUBLIC: Globe, CUSTOM: Shield } as const

const describeEncryption = ({ algorithm, kmsMasterKeyID }: Encryption) =>
  algorithm === 'AES256' ? 'SSE-S3' : `SSE-KMS, key ${displayName(kmsMasterKeyID)}`

const describeRetention = ({ mode, unit = 'days', validity = 0 }: Retention) =>
  mode && `${capitalize(mode)}, ${count(validity)} ${validity === 1 ? unit.slice(0, -1) : unit}`

const describeVersioning = ({ status, excludedPrefixes, excludeFolders }: Versioning) => {
  if (status === 'Suspended') return 'Earlier versions still exist'
  const without = [...excludedPrefixes.map(displayName), ...(excludeFolders ? ['folders'] : [])]
  return without.length > 0 && `No versions of ${without.join(', ')}`
}

/** What each Edit button changes. */
const names = {
  access: 'Access Policy',
  encryption: 'Encryption',
  tags: 'Tags',
  cors: 'CORS',
  retention: 'Retention',
  versioning: 'Versioning',
  quota: 'Quota',
} as const satisfies Record<Setting, string>

type Change = { setting: Setting; label?: string; disabled?: string | false | undefined; onPress: () => void }

type RowProps = {
  info: CallState<{ access?: Access | undefined } & BucketDetails>
  summary: SummaryCalls
  unavailable: { tags: string | undefined; policy: string | undefined }
  change: (setting: Change) => ReactNode
  open: (setting: Setting | 'exclusions') => void
  noExclusions: string | undefined
}

const protection = ({
  info,
  summary: { bucket, encryption, unencryptable, corsRules },
  unavailable,
  change,
  open,
}: RowProps): DetailRow[] => [
  {
    label: names.access,
    value: (
      <Loaded of={info}>
        {({ access }) =>
          access ? (
            <>
              <Icon of={accessIcon[access]} /> {accessLevel[access]}
            </>
          ) : (
            <Muted tone="faint">{unavailable.policy ?? missingFeatures['bucket-policy']}</Muted>
          )
        }
      </Loaded>
    ),
    action: info.data?.access && change({ setting: 'access', onPress: () => open('access') }),
  },
  {
    label: names.encryption,
    value: unencryptable ? (
      <Muted tone="faint">{unencryptable}</Muted>
    ) : isUnencrypted(encryption) ? (
      <OnOff on={false} />
    ) : (
      <Loaded of={encryption}>{(data) => <OnOff on note={describeEncryption(data)} />}</Loaded>
    ),
    action:
      (encryption.data || isUnencrypted(encryption)) &&
      change({ setting: 'encryption', onPress: () => open('encryption') }),
  },
  {
    label: names.tags,
    value: (
      <Loaded of={info}>
        {({ tags }) =>
          tags?.length ? (
            tags.map((tag) => displayName(tagText(tag))).join(', ')
          ) : (
            <Muted tone="faint">
              {tags ? 'None' : (unavailable.tags ?? hiddenReasonFor([{ action: 's3:GetBucketTagging', bucket }]))}
            </Muted>
          )
        }
      </Loaded>
    ),
    action: info.data?.tags && change({ setting: 'tags', onPress: () => open('tags') }),
  },
  {
    label: names.cors,
    value: (
      <Loaded of={corsRules}>
        {({ rules }) =>
          rules.length > 0 ? counted(rules.length, { one: 'rule', many: 'rules' }) : <Muted tone="faint">None</Muted>
        }
      </Loaded>
    ),
    action:
      corsRules.data && change({ setting: 'cors', disabled: corsRules.data.refusal, onPress: () => open('cors') }),
  },
]

const locks = ({ summary: { bucket, locking, retention, reload }, change, open }: RowProps): DetailRow[] => {
  const locked = locking.data?.object_locking_enabled === true
  const turnOff = async () => {
    if (await removeRetention(bucket)) await reload()
  }
  return [
    {
      label: 'Object Locking',
      value: (
        <Loaded of={locking}>
          {({ object_locking_enabled: on }) => <OnOff on={on} note={on && messages.lockingSetAtCreation} />}
        </Loaded>
      ),
    },
    {
      label: names.retention,
      value: locked ? (
        <Loaded of={retention}>
          {(current) => <OnOff on={current.mode !== undefined} note={describeRetention(current)} />}
        </Loaded>
      ) : (
        <Loaded of={locking}>{() => <OnOff on={false} note="Needs object locking" />}</Loaded>
      ),
      action: locking.data && (
        <>
          {retention.data?.mode && change({ setting: 'retention', label: 'Turn Off', onPress: () => void turnOff() })}
          {(retention.data || !locked) &&
            change({
              setting: 'retention',
              disabled: !locked && messages.lockingOnlyAtCreation,
              onPress: () => open('retention'),
            })}
        </>
      ),
    },
  ]
}

const limits = ({
  summary: { bucket, versioning, locking, quota, usage, reload },
  change,
  open,
  noExclusions,
}: RowProps): DetailRow[] => {
  const on = versioning.data?.is_versioned
  const isNeeded = on === true && locking.data?.object_locking_enabled === true
  const edit = async () => {
    const hasQuota = Boolean(quota.data?.quota)
    if (await editVersioning(bucket, !on, hasQuota, versioning.data?.excludedPrefixes)) await reload()
  }
  return [
    {
      label: names.versioning,
      value: (
        <Loaded of={versioning}>
          {(current) => (
            <OnOff
              on={current.is_versioned}
              off={current.status === 'Suspended' ? 'Suspended' : 'Disabled'}
              note={isNeeded ? 'Object locking needs it' : describeVersioning(current)}
            />
          )}
        </Loaded>
      ),
      action: on !== undefined && !isNeeded && (
        <>
          {on &&
            change({
              setting: 'versioning',
              label: 'Exclude',
              disabled: noExclusions,
              onPress: () => open('exclusions'),
            })}
          {change({ setting: 'versioning', onPress: () => void edit() })}
        </>
      ),
    },
    {
      label: names.quota,
      value: (
        <Loaded of={quota}>
          {({ quota: size, type = 'hard' }) => {
            if (!size) return <OnOff on={false} />
            const used = usage?.size !== undefined && `${Math.round((usage.size / size) * 100)}% used`
            return (
              <>
                {bytes(size)}, {type} {used && <Muted tone="faint">{used}</Muted>}
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
  info: CallState<{ access?: Access | undefined } & BucketDetails>
  summary: SummaryCalls
  refusal: (setting: Setting) => string | false
  onChanged: () => Promise<unknown>
}

/** Settings and usage of a bucket. */
export const Summary = ({ info, summary, refusal, onChanged }: SummaryProps) => {
  const [setting, open] = useQuery('set')
  const noExclusions = useMissingFeature('version-exclusions')
  const change = ({ setting: changed, label = 'Edit', disabled, onPress }: Change) => (
    <Button
      tone="quiet"
      size="sm"
      disabled={disabled || refusal(changed)}
      onPress={onPress}
      of={label === 'Edit' ? names[changed] : undefined}
    >
      {label}
    </Button>
  )
  const unavailable = { tags: useMissingFeature('bucket-tags'), policy: useMissingFeature('bucket-policy') }
  const rows = { info, summary, unavailable, change, open, noExclusions }
  return (
    <div className={styles.summary}>
      <Stack gap={7} className={styles.settings}>
        <section>
          <h2 className={styles.title}>Access and protection</h2>
          <Details rows={[...protection(rows), ...(summary.canLock ? locks(rows) : []), replicationRow(summary)]} />
        </section>
        {summary.when && (
          <section>
            <h2 className={styles.title}>Versions and limits</h2>
            <Details rows={limits(rows)} />
          </section>
        )}
      </Stack>
      {summary.usage && <Usage bucket={summary.usage} age={summary.age} quota={summary.quota.data?.quota} />}
      <SettingDialog
        {...{ setting, summary }}
        access={info.data?.access}
        tags={info.data?.tags}
        onClose={() => open('')}
        onDone={onChanged}
      />
    </div>
  )
}
