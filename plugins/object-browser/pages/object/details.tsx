import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import type { ReactNode } from 'react'
import { bytes, count, date, displayName, displayText, hiddenReasonFor, s3Arn, s3Uri } from 'stowage'
import { useMissingFeature, useQuery } from 'stowage/web'
import { Button, CopyButton, Details, IconButton, Status, Stack, Row } from 'stowage/ui'
import { text } from 'stowage/classes'
import { type Item, MAX_TAGS } from '../../contract.ts'
import { SetLegalHold } from './legal-hold.tsx'
import { isOnLegalHold, retentionText, retentionNow } from './lock.ts'
import * as styles from './object.css.ts'
import { disableRetention, SetRetention } from './retention.tsx'
import { Restored, RestoreButton, RestoreObject } from './restore.tsx'
import type { Refusals } from './rights.ts'
import type { Unlockable } from './use-object.ts'
import { AddTag, deleteTag } from './tags.tsx'
import * as messages from '../../messages.ts'

/** A text as stored. Blanks are escaped only in names, which must not look alike. */
const Value = ({ children }: { children: string }) => <span className={styles.exact}>{displayText(children)}</span>

const Exact = ({ children }: { children: string }) => <span className={styles.exact}>{displayName(children)}</span>
const Faint = ({ children }: { children: string }) => <span className={text.faint}>{children}</span>
const Unknown = () => <Faint>Unknown</Faint>

const Hidden = ({ why }: { why: string }) => <Faint>{why.replace('\n', ' ')}</Faint>

/** Why the tags are not shown; `false` if they are. */
const hiddenTagsReason = (bucket: string, { name, tags }: Item, missingFeature: string | undefined) =>
  missingFeature ?? (!tags && hiddenReasonFor([{ action: 's3:GetObjectTagging', bucket, object: name }]))

const Section = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section>
    <Row gap={3} justify="between" className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      {action}
    </Row>
    {children}
  </section>
)

const typeOf = ({ content_type, user_metadata }: Item) => content_type || user_metadata?.['content-type']

const encryptionText = ({ encryption, kms_key }: Item) => {
  if (encryption === 'SSE-C') return messages.sseCReadableOnly
  return kms_key ? `${encryption}, key ${displayName(kms_key)}` : encryption
}

const copyRow = (label: string, text: string) => ({
  label,
  value: <Exact>{text}</Exact>,
  action: <CopyButton text={text} label={`Copy ${label}`} />,
})

const sizeText = (size: number) => (size < 1024 ? bytes(size) : `${bytes(size)} (${count(size)} bytes)`)

const detailRows = (bucket: string, item: Item, restore: ReactNode) => {
  const { name, size, last_modified = '', etag, version_id } = item
  const type = typeOf(item)
  return [
    { label: 'Name', value: <Exact>{name}</Exact>, action: <CopyButton text={name} label="Copy name" /> },
    copyRow('S3 URI', s3Uri(bucket, name)),
    copyRow('ARN', s3Arn(bucket, name)),
    ...(version_id && version_id !== 'null'
      ? [
          {
            label: 'Version ID',
            value: <Exact>{version_id}</Exact>,
            action: <CopyButton text={version_id} label="Copy version ID" />,
          },
        ]
      : []),
    { label: 'Size', value: size === undefined ? <Unknown /> : sizeText(size) },
    { label: 'Type', value: type ? <Value>{type}</Value> : <Unknown /> },
    ...(item.storage_class
      ? [
          {
            label: 'Storage Class',
            value: (
              <>
                <Exact>{item.storage_class}</Exact>
                <Restored restored={item.restored} />
              </>
            ),
            action: restore,
          },
        ]
      : []),
    ...(item.encryption ? [{ label: 'Encryption', value: encryptionText(item) }] : []),
    { label: 'Last Modified', value: date(last_modified) },
    ...(item.checksum
      ? [
          {
            label: 'Checksum',
            value: <Value>{item.checksum}</Value>,
            action: <CopyButton text={item.checksum} label="Copy checksum" />,
          },
        ]
      : []),
    etag ? copyRow('ETag', etag) : { label: 'ETag', value: <Faint>None</Faint> },
  ]
}

/** User metadata as rows. */
const metadataOf = ({ user_metadata = {} }: Item) =>
  Object.entries(user_metadata)
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, value]) => ({ label: displayName(name.replace(/^x-amz-meta-/i, '')), value: <Value>{value}</Value> }))

type DetailsProps = {
  bucket: string
  item: Item
  /** `part`: only what a listing returns, because the account may not read more. */
  known: 'all' | 'part'
  refusal: Refusals
  unlockable: Unlockable
  onChanged: () => Promise<unknown>
}

const protection = (
  { bucket, item, refusal, unlockable, onChanged }: DetailsProps,
  open: (setting: string) => void,
) => {
  const retention = retentionNow(item)
  const isGoverned = retention?.mode === 'governance' && retention.state === 'running'
  const disable = async () => {
    if (await disableRetention(bucket, item)) await onChanged()
  }
  const [unseenHold, unseenRetention] = [refusal('seeHold'), refusal('seeRetention')]
  return [
    {
      label: 'Legal Hold',
      value: unseenHold ? (
        <Hidden why={unseenHold} />
      ) : (
        <Status tone={isOnLegalHold(item) ? 'ok' : 'unknown'}>{isOnLegalHold(item) ? 'On' : 'Off'}</Status>
      ),
      action: (
        <Button tone="quiet" size="sm" disabled={unlockable || refusal('hold')} onPress={() => open('hold')}>
          Set Legal Hold
        </Button>
      ),
    },
    {
      label: 'Retention',
      value: unseenRetention ? (
        <Hidden why={unseenRetention} />
      ) : retention ? (
        <Status tone={retention.state === 'running' ? 'ok' : 'unknown'}>{retentionText(retention)}</Status>
      ) : (
        <Faint>None</Faint>
      ),
      action: (
        <>
          {isGoverned && (
            <Button
              tone="quiet"
              size="sm"
              disabled={refusal('retention') || refusal('bypass')}
              onPress={() => void disable()}
            >
              Disable
            </Button>
          )}
          <Button
            tone="quiet"
            size="sm"
            disabled={unlockable || refusal('retention')}
            onPress={() => open('retention')}
          >
            Set Retention
          </Button>
        </>
      ),
    },
  ]
}

const tagRefusal = (bucket: string, item: Item, refusal: Refusals, missingFeature: string | undefined) =>
  hiddenTagsReason(bucket, item, missingFeature) ||
  refusal('tag') ||
  (Object.keys(item.tags ?? {}).length >= MAX_TAGS && messages.tooManyTags(MAX_TAGS))

const Tags = ({ bucket, item, refusal, onChanged }: DetailsProps) => {
  const hidden = hiddenTagsReason(bucket, item, useMissingFeature('object-tags'))
  const remove = (key: string) => deleteTag(bucket, item, key, onChanged)
  if (hidden) return <p className={styles.none}>{hidden}</p>
  const tags = Object.entries(item.tags ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  if (tags.length === 0) return <p className={styles.none}>No tags yet.</p>
  return (
    <Details
      rows={tags.map(([key, value]) => ({
        label: displayName(key),
        value: value ? <span className={styles.plain}>{displayName(value)}</span> : <Faint>None</Faint>,
        action: (
          <IconButton
            icon={Trash2}
            label={`Delete tag ${displayName(key)}`}
            disabled={refusal('tag')}
            onPress={() => void remove(key)}
          />
        ),
      }))}
    />
  )
}

/** Details of one version of an object, with actions to change them. */
export const ObjectDetails = (props: DetailsProps) => {
  const { bucket, item, known, refusal, onChanged } = props
  const [setting, open] = useQuery('set')
  const missingFeature = useMissingFeature('object-tags')
  const metadata = metadataOf(item)
  const dialogProps = { bucket, item, onClose: () => open(''), onDone: onChanged }
  return (
    <Stack gap={7} className={styles.details}>
      <Details
        rows={detailRows(
          bucket,
          item,
          known === 'all' && <RestoreButton item={item} refusal={refusal} onPress={() => open('restore')} />,
        )}
      />
      {known === 'all' && (
        <>
          <Section
            title="Tags"
            action={
              <Button
                size="sm"
                icon={Plus}
                disabled={tagRefusal(bucket, item, refusal, missingFeature)}
                onPress={() => open('tag')}
              >
                Add New Tag
              </Button>
            }
          >
            <Tags {...props} />
          </Section>
          <Section title="Protection">
            <Details rows={protection(props, open)} />
          </Section>
        </>
      )}
      {metadata.length > 0 && (
        <Section title="User Metadata">
          <Details rows={metadata} />
        </Section>
      )}
      {known === 'all' && setting === 'tag' && item.tags && <AddTag {...dialogProps} />}
      {known === 'all' && setting === 'restore' && <RestoreObject {...dialogProps} />}
      {known === 'all' && setting === 'hold' && <SetLegalHold {...dialogProps} />}
      {known === 'all' && setting === 'retention' && <SetRetention {...dialogProps} mayBypass={!refusal('bypass')} />}
    </Stack>
  )
}
