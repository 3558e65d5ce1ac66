import * as messages from './messages.ts'

/** Field of a tier's location or credentials: its name in the request, and its label. */
export type TierField = {
  key: string
  title: string
  kind: 'text' | 'secret' | 'file'
  hint?: string
  placeholder?: string
  /** Initial value. */
  value?: string
  optional?: true
}

/** Type of remote storage (spec/2 section 2). */
export type TierType = {
  id: 'minio' | 'gcs' | 's3' | 'azure'
  title: string
  about: string
  /** Endpoint field, placed between the tier's name and its bucket. */
  endpoint: { value: string; hint: string }
  /** Credentials of the remote storage; can be changed later. */
  credentials: readonly TierField[]
  /** Credential fields, labeled for the form that changes them. */
  update: readonly TierField[]
  more: readonly TierField[]
}

const keys: readonly TierField[] = [
  { key: 'accesskey', title: 'Access Key', kind: 'text' },
  { key: 'secretkey', title: 'Secret Key', kind: 'secret' },
]
const newKeys: readonly TierField[] = [
  { key: 'access_key', title: 'Access Key', kind: 'text' },
  { key: 'secret_key', title: 'Secret Key', kind: 'secret' },
]
const file: readonly TierField[] = [
  { key: 'creds', title: 'Credentials', kind: 'file', hint: messages.gcsCredentialsHelp },
]

/** The four types in the order of the spec; default endpoints are from console-api 12. */
export const types: readonly TierType[] = [
  {
    id: 'minio',
    title: 'MinIO',
    about: messages.minioTierHelp,
    endpoint: { value: '', hint: messages.endpointHelp },
    credentials: keys,
    update: newKeys,
    more: [],
  },
  {
    id: 'gcs',
    title: 'Google Cloud Storage',
    about: messages.gcsTierHelp,
    endpoint: {
      value: 'https://storage.googleapis.com/',
      hint: messages.gcsEndpointHelp,
    },
    credentials: file,
    update: file,
    more: [],
  },
  {
    id: 's3',
    title: 'AWS S3',
    about: messages.anyS3StorageClass,
    endpoint: {
      value: 'https://s3.amazonaws.com',
      hint: messages.endpointHelp,
    },
    credentials: keys,
    update: newKeys,
    more: [
      {
        key: 'storageclass',
        title: 'Storage Class',
        kind: 'text',
        placeholder: 'STANDARD_IA',
        hint: messages.storageClassHelp,
        optional: true,
      },
    ],
  },
  {
    id: 'azure',
    title: 'Azure',
    about: messages.azureTierHelp,
    endpoint: {
      value: 'http://blob.core.windows.net',
      hint: messages.endpointHelp,
    },
    credentials: [
      { key: 'accountname', title: 'Account Name', kind: 'text' },
      { key: 'accountkey', title: 'Account Key', kind: 'secret' },
    ],
    update: [
      {
        key: 'access_key',
        title: 'Account Name',
        kind: 'text',
        hint: messages.accountCannotBeChanged,
      },
      { key: 'secret_key', title: 'Account Key', kind: 'secret' },
    ],
    more: [],
  },
]

export const typeOf = (id: string): TierType | undefined => types.find((type) => type.id === id)
