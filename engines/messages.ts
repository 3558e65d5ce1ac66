// diagnosis.ts
export const formatWillBeMigrated = (version: number, latest: number) =>
  `${version}, which the next start migrates to ${latest}`
export const backUpBeforeMigration = 'Make a backup first: earlier versions cannot read migrated data'
export const formatTooNew = (version: number, latest: number) =>
  `${version} is too new: this version reads formats up to ${latest}`
export const installLaterVersion =
  'Install the later version that wrote it, or restore a backup made before that one was started'

// lib/content-length.ts
export const contentTooLong = (size: number) => `The content is longer than the ${size} bytes of its Content-Length`
export const contentTooShort = (received: number, size: number) =>
  `The content has ${received} bytes, but its Content-Length is ${size}`

// lib/create-folder.ts
export const linkTargetMissing = (link: string, target: string) =>
  `${link} is a link to ${target}, which does not exist; create it, or replace the link`

// lib/data-folder-lock.ts
export const dataFolderPathTooLong = (folder: string) =>
  `The path of the data folder ${folder} is too long; choose another with --data`
export const dataFolderLockUnknown = (folder: string, message: string) =>
  `Cannot check whether ${folder} is in use: ${message}`
export const dataFolderWithoutSockets =
  'the data folder does not support sockets, so Stowage cannot detect whether another container has it open'
export const dataFolderInUse = (folder: string, holder: string) => `${folder} is in use by another Stowage${holder}`
export const waitingForDataFolder = (holder: string) => `waiting for another Stowage${holder} to leave the data folder`

// lib/key-value-store.ts
export const storeFileDamaged = (file: string) => `${file} is damaged; restore it from a backup`
export const storeFormatTooNew = (folder: string, version: number, latest: number) =>
  `${folder} has data of format ${version}, and this Stowage reads formats up to ${latest}; install the later version again that wrote it, or restore a backup made before that one was started`
export const dataFolderNotWritable = (folder: string, message: string) =>
  `CONSOLE_DATA names "${folder}", which cannot be written: ${message}`

// object-lock.ts
export const legalHoldActive = 'A legal hold is on it'
export const retentionUntil = (mode: string, date: string) => `Its ${mode} retention ends on ${date}`
export const objectProtected = 'Object is WORM protected and cannot be overwritten'
export const complianceOnlyExtended = 'Compliance retention can only be extended'
export const governanceOnlyExtended = 'Governance retention can only be extended, unless it is bypassed'
export const lockLostByCopy = (key: string, bucket: string) =>
  `"${key}" is under legal hold or retention, which bucket "${bucket}" cannot keep`
export const chooseBucketWithLocking = 'Copy it there, or choose a bucket with object locking.'
export const lockingNotEnabled = 'Object locking is not enabled on this bucket'
export const lockingOnlyAtCreation = 'It can only be enabled when a bucket is created'
export const lockUnreadable = (key: string) =>
  `The legal hold and retention of "${key}" cannot be read, so its copy would lose them`

// outbound/destinations.ts
export const hostInvalid = (host: string) => `"${host}" is not a host name or address`
export const portMissing = 'enter a port after the colon'
export const portInvalid = (port: string) => `"${port}" is not a port: enter a number up to 65535`
export const ipv6NeedsBrackets = 'write an IPv6 address in brackets, as in [::1]'
export const addressHasBlanks = 'remove spaces and backslashes from the address'
export const httpsAddressFormat = 'enter an address such as https://host.example'
export const hostMissing = 'enter a host in the address'
export const postgresDsnFormat = "enter pairs such as host=db.example dbname=events, with spaces in 'single quotes'"
export const mysqlDsnFormat = 'enter a connection such as user:password@tcp(db.example:3306)/events'

// outbound/outbound.ts
export const httpAddressFormat = 'enter an address that begins with http:// or https://'
export const addressHasCredentials = 'remove the user and password from the address'
export const hostHasNoAddress = (host: string) => `the host "${host}" has no address`
export const targetIsInternal = (host: string) =>
  `"${host}" is in the console's internal network, which is blocked by default`
export const allowTarget = 'Ask an administrator to add the host or an address range to CONSOLE_ALLOWED_TARGETS'
export const certificateUntrusted = (host: string) => `the certificate of ${host} cannot be trusted`
export const responseLargerThan = (host: string, limit: number) => `${host} responded with more than ${limit} bytes`

// outbound/webhook.ts
export const redirectNotFollowed = (status: number) => `it redirects (${status}), which is not followed`

// transport.ts
export const trustAuthority = (message: string, variable: string) =>
  `${message}; set ${variable} to a file with further certificate authorities to trust`
export const serverCertificateUntrusted = (server: string, host: string) =>
  `The certificate of the ${server} at ${host} cannot be trusted`
export const serverNotReachable = (server: string, host: string) => `The ${server} at ${host} cannot be reached`
export const serverNotAnswering = (server: string, host: string) => `The ${server} at ${host} does not answer`
export const headerHasControlCharacters = (header: string) => `A value sent as "${header}" contains control characters`
export const responseTooLarge = (server: string, host: string) =>
  `The response of the ${server} at ${host} is too large`
export const largerThanBytes = (limit: number) => `It is larger than ${limit} bytes`
