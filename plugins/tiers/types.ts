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
  { key: 'creds', title: 'Credentials', kind: 'file', hint: 'The .json file of a service account.' },
]

/** The four types in the order of the spec; default endpoints are from console-api 12. */
export const types: readonly TierType[] = [
  {
    id: 'minio',
    title: 'MinIO',
    about: 'Another MinIO, with access key and secret key',
    endpoint: { value: '', hint: "Address from the storage server's network, with http:// or https://." },
    credentials: keys,
    update: newKeys,
    more: [],
  },
  {
    id: 'gcs',
    title: 'Google Cloud Storage',
    about: 'A bucket, with a .json credentials file',
    endpoint: {
      value: 'https://storage.googleapis.com/',
      hint: "The storage server uses Google's own address; this one is only stored.",
    },
    credentials: file,
    update: file,
    more: [],
  },
  {
    id: 's3',
    title: 'AWS S3',
    about: 'Any S3 storage class, with access key and secret key',
    endpoint: {
      value: 'https://s3.amazonaws.com',
      hint: "Address from the storage server's network, with http:// or https://.",
    },
    credentials: keys,
    update: newKeys,
    more: [
      {
        key: 'storageclass',
        title: 'Storage Class',
        kind: 'text',
        placeholder: 'STANDARD_IA',
        hint: 'Storage class of the objects there.',
        optional: true,
      },
    ],
  },
  {
    id: 'azure',
    title: 'Azure',
    about: 'A blob container, with account name and key',
    endpoint: {
      value: 'http://blob.core.windows.net',
      hint: "Address from the storage server's network, with http:// or https://.",
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
        hint: 'The account cannot be changed.',
      },
      { key: 'secret_key', title: 'Account Key', kind: 'secret' },
    ],
    more: [],
  },
]

export const typeOf = (id: string): TierType | undefined => types.find((type) => type.id === id)
