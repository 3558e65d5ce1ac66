// admin-crypto.ts
export const responseNotDecrypted = 'The storage server sent a response that cannot be decrypted'
export const lastFragmentCut = 'The last fragment is cut short'

// admin.ts
export const nameHasLineBreak = 'A name contains a line break, which the storage server does not accept'

// buffered-watch.ts
export const connectionEnded = (host: string) => `The storage server at ${host} ended the connection`
export const idleConnectionClosed = (cause: string) =>
  `It sends nothing until there is an event; a proxy in front of it may have closed the idle connection (${cause})`

// causes.ts
export const s3ServerAdvice = 'If it is no MinIO server, set CONSOLE_S3_SERVER instead of CONSOLE_MINIO_SERVER'
export const noTemporaryKeys = (host: string) => `${host} gives this access key no temporary keys`
export const keysOfUserAdvice = 'Use the access key of a user instead of a service account, or offer STS on the server'
export const noSts = (host: string, message: string) =>
  `${host} accepts the key pair, but has no STS (AssumeRole): ${message}`
export const checkDrives = 'Wait, and check that all drives of the server are mounted'
export const noAdminApi = (host: string, message: string) =>
  `${host} accepts the key pair, but has no MinIO admin API: ${message}`
export const proxyMustPassAdminApi = (cause: string) => `${cause}. A proxy in front of MinIO must pass on /minio/admin/`

// config-kv.ts
export const settingDoesNotExist = (setting: string | undefined) => `${setting}: this storage has no such setting`
export const settingHasDoubleQuotes = (setting: string) =>
  `${setting}: remove the double quotes, which the storage server cannot store`
export const settingValueInvalid = (setting: string) =>
  `${setting}: the value must not start or end with spaces or quotes, or contain another setting (name=)`

// engine.ts
export const accountHasNoPermissions = (account: string) => `${account} has no permissions any longer`

// policies.ts
export const policyKeyInvalid = (key: string, allowed: string) => `"${key}" is not a valid key; use one of ${allowed}.`
export const notActionBreaksPolicyList =
  'This storage server cannot list policies once one of them has "NotAction": name the actions in "Action".'
export const notJson = (message: string) => `It is not JSON: ${message}.`
export const policyUnreadable = 'The storage server cannot read this policy; it can be deleted'
export const policyListUnreadable = (policies: string, reason: string) =>
  `The storage server cannot list its policies because it cannot show ${policies} (${reason}). Unassigned policies are missing here until it is deleted.`

// sign-in.ts
export const tokenHasTooManyClaims =
  'Your token has too many claims or groups: the storage server accepts at most 8 KiB. Ask an administrator to have the identity provider send fewer.'
export const noTemporaryKeysFor = (accessKey: string) =>
  `The storage server does not issue temporary keys to "${accessKey}"`
export const regionDiffers = 'CONSOLE_MINIO_REGION differs from the region of the storage server, which is used'
export const sessionUsesUserKeys = 'the storage server cannot write: a session uses the keys of its user'

// sts.ts
export const cannotCreateTemporaryKeys =
  'The storage server cannot write at present, so it cannot create temporary keys'
export const directoryNotAnswering = 'The directory (LDAP) of the storage server does not answer'
