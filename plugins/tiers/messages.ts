// contract.ts
export const nameFormat =
  'Please verify that string is uppercase only and contains valid characters (numbers, dashes & underscores).'
export const tierNameIsStorageClass = 'This name is a built-in storage class: choose another one'
export const endpointFormat = 'Enter an address that starts with http:// or https://'
export const endpointHasCredentials = 'Leave user and password out of the address'
export const credentialsFileTooLarge = 'Choose a file of at most 24 KiB'
export const credentialsFileInvalid = 'Choose the .json file of a service account'

// minio/index.ts
export const noResponseWithin = (verify: number) => `It did not respond within ${verify} s`
export const credentialsMayBeInUse = (problem: string) =>
  `${problem}. The storage server may use the new credentials nevertheless: save the previous ones again, or restart it.`
export const usedByRules = (buckets: string, count: number) =>
  `Rules of ${buckets}${count > 8 ? ' and others' : ''} use this tier: delete them first`

// minio/errors.ts
export const nameInUse = 'name: a tier with this name already exists'
export const prefixNotEmpty = 'prefix: it already contains objects, choose another one'
export const tierHasObjects = 'This tier contains objects that would be lost: delete or restore them first'
export const nameIsStorageClass = 'name: this name is a built-in storage class'
export const remoteBucketMissing = 'bucket: the remote storage has no such bucket'
export const credentialsRefused = 'The remote storage refuses these credentials'
export const endpointUnreachable = 'endpoint: the storage server cannot reach this address'
export const remoteStorageUnusable = 'The remote storage cannot be used as a tier'

// pages/add.tsx
export const tierIsRemoteBucket =
  'A tier is a remote bucket that lifecycle rules move older objects to. You can still read them through this server.'
export const tierEditHelp = 'The name and location of a tier cannot be changed later, but its credentials can.'

// pages/fields.tsx
export const notCredentialsFile = 'This is not a credentials file: choose the .json file of a service account'
export const tierNameHelp = 'Lifecycle rules refer to this name.'
export const tierPrefixHelp = 'No objects may be below it yet, and no other tier may use it.'

// pages/form.tsx
export const connectionTestHelp =
  'The server tests the connection first: it writes, reads and deletes a small object there.'
export const tierTypeRequired = 'Choose one of the available types.'

// pages/help.ts
export const tierHelp =
  'A tier is a bucket of another storage. Lifecycle rules move older objects there; you can still read them through this storage.'
export const lifecycleRuleAdvice = 'A lifecycle rule of a bucket names the tier and the number of days.'
export const tierObjectsWarning =
  'Objects in a tier can only be read through this storage. Never change or delete them in the remote bucket.'

// pages/list.tsx
export const tierContainsObjects = (count: string, objects: number) =>
  `It contains ${count} ${objects === 1 ? 'object' : 'objects'}, which would be lost`
export const usageHelp = (size: string) => `${size} as of the last scan. Bars show the share of all tiered data`
export const tierTypeUnknown = 'The console does not know this type of tier'
export const tierListHelp = 'A tier is a remote bucket that lifecycle rules move older objects to.'

// pages/remove.tsx
export const moreRulesPossible = 'More rules may use this tier: those of some buckets could not be read.'

// pages/update.tsx
export const credentialsTestHelp = 'The server tests them first.'

// server.ts
export const unknownTypeInPath = (type: string) => `type in path: there is no type of tier "${type}"`
export const fieldEmpty = (key: string) => `${key} in body: Field cannot be empty`

// types.ts
export const gcsCredentialsHelp = 'The .json file of a service account.'
export const minioTierHelp = 'Another MinIO, with access key and secret key'
export const endpointHelp = "Address from the storage server's network, with http:// or https://."
export const gcsTierHelp = 'A bucket, with a .json credentials file'
export const gcsEndpointHelp = "The storage server uses Google's own address; this one is only stored."
export const anyS3StorageClass = 'Any S3 storage class, with access key and secret key'
export const storageClassHelp = 'Storage class of the objects there.'
export const azureTierHelp = 'A blob container, with account name and key'
export const accountCannotBeChanged = 'The account cannot be changed.'

// toasts
export const credentialsUpdated = (name: string) => `Credentials of tier ${name} updated`
export const tierChanged = (name: string, done: string) => `Tier ${name} ${done}`
