// causes.ts
export const consoleDefect = 'This is a defect of the console; report it'
export const startServerOrCorrectAddress = 'Start the storage server, or correct its address'
export const noSuchAccessKeyAt = (host: string) => `${host} has no such access key`
export const checkAccessKey = 'Check the access key; it may be disabled or expired'
export const checkSecretKey =
  'Check the secret key. If it is right, a proxy in front of the server changes the Host header: let it pass on the original one'
export const clocksDiffer = (host: string) => `The clocks of the console and ${host} differ by more than 15 minutes`
export const setRegion = (variable: string) => `Set ${variable} to the region of the server`
export const checkDrives = 'Wait, and check that all drives of the server are mounted'
export const notS3Server = (host: string, message: string) => `${host} is not an S3 server: ${message}`
export const addressMustBeS3Api = (variable: string) =>
  `${variable} must be the address of the S3 API, not of a web page; MinIO has it on port 9000`
export const listBucketsRefused = (host: string, message: string) => `${host} refused to list buckets: ${message}`
export const seeServerLog = 'See the log of the storage server'
export const notBucketList = 'it does not answer with a list of buckets'

// engine.ts
export const serverNotRestartable = 'This console cannot restart the storage server'
export const serverAnswersWithStatus = (host: string, status: number) =>
  `The storage server at ${host} answers with status ${status}`

// list-xml.ts
export const listingUnreadable = 'The storage server sent a listing that cannot be read'
export const keyNotUtf8 = (key: string) => `A key that is not valid UTF-8: ${key}`

// paths.ts
export const keyHasBackslash = 'This storage server has no object names with "\\" in them'
export const keyBeginsWithSlash = 'This storage server has no object names that begin with "/"'
export const keyHasDoubleSlash = 'This storage server has no object names with "//" in them'
export const keyHasDotSegment = 'This storage server has no object names with "." or ".." between slashes'
export const noSuchBucket = 'The specified bucket does not exist'
export const bucketNameInvalid = 'This cannot be the name of a bucket'
export const keyHasControlCharacters = 'This storage server cannot list object names with control characters'
export const keySegmentTooLong = (limit: number) =>
  `This storage server has no object names with more than ${limit} bytes between slashes`

// remote.ts
export const remoteMethodNotAllowed = 'Only reads and uploads are allowed on a remote server'

// response.ts
export const responseUnreadable = 'The storage server sent a response that cannot be read'
export const connectionEnded = (host: string) => `The storage server at ${host} ended the connection`
export const connectionClosed = (host: string) => `The storage server at ${host} closed the connection`

// s3-error.ts
export const signatureRefused =
  'The storage server refused the signature; a proxy that changes the Host header causes this'
export const remoteDeniesAccess =
  'The tier or replication target of this bucket denies access with the keys that the storage server uses there. Ask an administrator to extend their permissions.'
export const remoteRefusesKeys =
  'The tier or replication target of this bucket does not accept the keys that the storage server uses there. Ask an administrator to renew them.'
export const remoteRefusesSignature =
  'Your keys are valid, but the request was refused. The tier or replication target of this bucket does not accept the secret key that the storage server uses there, or a proxy changes the address of the request.'
export const notOffered = 'This storage does not offer this'
export const clocksDifferTooMuch = 'The clocks of the console and the storage server differ by more than 15 minutes'
export const noSuchKey = 'The specified key does not exist'
export const noSuchVersion = 'The specified version does not exist'
export const noSuchUpload = 'There is no such incomplete upload'
export const partInvalid = 'A part is missing or does not match'
export const contentDamagedInTransit = 'The content was damaged in transit'
export const bucketExists = 'A bucket with this name already exists'
export const bucketNotEmpty = 'The bucket is not empty: delete its objects and their versions first'
export const noSuchAccessKey = 'There is no such access key'
export const groupNotEmpty = 'The group still has members: remove them first'
export const policyInUse = 'The policy is still assigned to a user or group'
export const notSupported = 'The storage server does not support this'
export const storedTooLittle = 'The storage server stored less than was sent. A drive may be full.'
export const readQuorumMissing = 'Too few drives of the storage server could read this'
export const quorumMissing = 'Too few drives of the storage server could read or write this'
export const writeQuorumMissing = 'Too few drives of the storage server could write this'
export const serverAnsweredWithStatus = (status: number) => `The storage server answered with status ${status}`

// sign.ts
export const nameNotUnicode = 'This name is not valid Unicode'

// sub-resources.ts
export const subResourceIgnored = (subResource: string) =>
  `The server answers ?${subResource} with a listing of the bucket`
export const changedBySomeoneElse = 'This was changed by someone else. Reload and repeat the change.'

// iam-client.ts
export const iamActionMissing = (action: string) => `The IAM API of this storage server does not offer ${action}`
