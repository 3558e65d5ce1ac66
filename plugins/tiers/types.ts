/** A field of a tier's place or credentials: its name on the wire, and what people call it. */
export type TierField = {
  key: string
  title: string
  kind: 'text' | 'secret' | 'file'
  hint?: string
  placeholder?: string
  /** What stands there at first. */
  value?: string
  optional?: true
}

/** A kind of remote storage (spec/2 section 2). */
export type TierType = {
  id: 'minio' | 'gcs' | 's3' | 'azure'
  title: string
  about: string
  /** Between a tier's name and its bucket. */
  endpoint: { value: string; hint: string }
  /** What a storage is entered with; it can be changed later. */
  credentials: readonly TierField[]
  /** What the credentials are called where they are changed. */
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

/** The four types, in the order of the spec; default endpoints are those of console-api 12. */
export const types: readonly TierType[] = [
  {
    id: 'minio',
    title: 'MinIO',
    about: 'Another MinIO, with access key and secret key',
    endpoint: { value: '', hint: 'As the storage server reaches it, with http:// or https://.' },
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
      hint: 'The storage server knows the way by itself; this is only kept.',
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
      hint: 'As the storage server reaches it, with http:// or https://.',
    },
    credentials: keys,
    update: newKeys,
    more: [
      {
        key: 'storageclass',
        title: 'Storage Class',
        kind: 'text',
        placeholder: 'STANDARD_IA',
        hint: 'What objects are stored as there.',
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
      hint: 'As the storage server reaches it, with http:// or https://.',
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
        hint: 'The account stays the one that the tier was made with.',
      },
      { key: 'secret_key', title: 'Account Key', kind: 'secret' },
    ],
    more: [],
  },
]

/** The type of this name. */
export const typeOf = (id: string): TierType | undefined => types.find((type) => type.id === id)
