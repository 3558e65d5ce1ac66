import { displayName } from 'stowage'
import * as v from 'valibot'
import { call, useCall, useMissingFeature } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { buckets, type Encryption, kms, KmsKey } from '../../contract.ts'
import { KmsKeyField } from './kms-key.tsx'
import type { SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

const Schema = v.object({
  type: v.pipe(v.picklist(['disabled', 'sse-s3', 'sse-kms'], 'Choose a type'), v.title('Encryption Type')),
  kmsKeyID: v.optional(KmsKey),
})

const types = { AES256: 'sse-s3', 'aws:kms': 'sse-kms' } as const

const save = async (
  bucket: string,
  { type, kmsKeyID = '' }: { type: 'disabled' | 'sse-s3' | 'sse-kms'; kmsKeyID?: string | undefined },
) => {
  const params = { bucket }
  if (type === 'disabled') await call(buckets.disableEncryption, { params })
  else if (type === 'sse-s3') await call(buckets.enableEncryption, { params, body: { encType: type } })
  else await call(buckets.enableEncryption, { params, body: { encType: type, kmsKeyID } })
}

/** Edits the default encryption of new objects. */
export const SetEncryption = ({
  bucket,
  current,
  onClose,
  onDone,
}: SettingProps & { current: Encryption | undefined }) => {
  const [noKey, noKms] = [useMissingFeature('sse-s3'), useMissingFeature('sse-kms')]
  const status = useCall(kms.kmsStatus, undefined, { when: !noKms })
  // accounts that may not read the KMS status type the key
  if (!noKms && status.loading && !status.data) return null
  return (
    <FormDialog
      title="Enable Bucket Encryption"
      intro={messages.encryptionAppliesToNewObjects}
      schema={Schema}
      initial={{
        type: current ? types[current.algorithm] : 'disabled',
        kmsKeyID: current?.kmsMasterKeyID || (status.data?.defaultKeyID ?? ''),
      }}
      fields={{
        type: {
          hint: noKey ?? noKms,
          options: [
            { value: 'disabled', label: 'Disabled' },
            { value: 'sse-s3', label: 'SSE-S3', disabled: noKey },
            { value: 'sse-kms', label: 'SSE-KMS', disabled: noKms },
          ],
        },
        kmsKeyID: {
          visible: ({ type }) => type === 'sse-kms',
          required: true,
          render: ({ value, onChange, error }) => (
            <KmsKeyField value={String(value)} onChange={onChange} error={error} />
          ),
        },
      }}
      verb="Save"
      onClose={onClose}
      onDone={onDone}
      done={({ type }) =>
        messages.settingChanged('Encryption', displayName(bucket), type === 'disabled' ? 'disabled' : 'updated')
      }
      onSubmit={(value) => save(bucket, value)}
      undo={() =>
        save(bucket, { type: current ? types[current.algorithm] : 'disabled', kmsKeyID: current?.kmsMasterKeyID })
      }
      replaces={{
        what: `the encryption of ${displayName(bucket)}`,
        read: () => call(buckets.encryption, { params: { bucket } }),
      }}
    />
  )
}
