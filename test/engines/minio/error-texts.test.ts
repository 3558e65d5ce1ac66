import { assert, test } from '../../lib/suite.ts'
import * as minioTexts from '../../../engines/minio/error-texts.ts'
import * as s3Texts from '../../../engines/s3/error-texts.ts'
import { toS3Error } from '../../../engines/s3/s3-error.ts'

const texts = { ...minioTexts, ...s3Texts }

/** An error as the client creates it: the server's message, and in the detail its code and the message. */
const errorOf = (message: string, code = 'InternalError') => ({ message, detail: `${code}: ${message}` })

test('a starting server is recognized', () => {
  for (const text of [
    'Server not initialized, please try again',
    'Server not initialized yet, please try again.',
    'IAM sub-system not initialized yet, please try again.',
  ])
    assert.ok(texts.isStarting(text), text)
  assert.not.ok(texts.isStarting('The access key is not valid. Server not initialized'))
})

test('a full drive and a read-only storage are recognized', () => {
  // from a MinIO of 2026 on a full tmpfs; it predicts smaller shortages and reports them with a separate code
  assert.ok(texts.isDriveFull('We encountered an internal error, please try again.: cause(no space left on device)'))
  assert.not.ok(
    texts.isDriveFull(
      'Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.',
    ),
  )
  assert.ok(texts.isWriteFailure(errorOf('Storage resources are insufficient for the write operation .minio.sys/a')))
  assert.ok(texts.isWriteFailure({ message: 'x', detail: 'SlowDownWrite: Resource requested is unwritable' }))
  assert.not.ok(texts.isWriteFailure(errorOf('Storage resources are insufficient for the read operation a/b')))
})

test('an error of MinIO of 2023 that calls for fewer requests names the drives', () => {
  const body = (code: string, message: string) =>
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
  const { status, message } = toS3Error(
    503,
    {},
    body('SlowDown', 'Resource requested is unreadable, please reduce your request rate'),
  )
  assert.equal([status, message], [502, 'Too few drives of the storage server could read or write this'])
  assert.is(toS3Error(503, {}, body('SlowDown', 'Please reduce your request rate')).status, 503)
})

test('an unavailable directory differs from a wrong password', () => {
  // from a MinIO of 2026 and OpenLDAP: stopped, a wrong password, and an unknown name
  const error = (result: string) => errorOf(`LDAP server error: ${result}`, 'InvalidParameterValue')
  const unavailable = 'LDAP Result Code 200 "Network Error": dial tcp 127.0.0.1:38893: connect: connection refused'
  const wrong =
    'LDAP auth failed for DN uid=anna,ou=people,dc=example,dc=org: LDAP Result Code 49 "Invalid Credentials": '
  assert.ok(texts.isDirectoryUnreachable(error(unavailable)))
  assert.not.ok(texts.isDirectoryUnreachable(error(wrong)))
  assert.not.ok(texts.isDirectoryUnreachable(error('Unable to find user DN: User DN not found for: nobody')))
})

test('the meanings of InvalidRequest differ', () => {
  const sealed = errorOf(
    'The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.',
  )
  const withoutLock = errorOf('Bucket is missing ObjectLockConfiguration')
  const locked = errorOf('Object is WORM protected and cannot be overwritten')
  const classify = (text: typeof sealed) => [texts.isSealed(text), texts.isWithoutLocking(text), texts.isLocked(text)]
  assert.equal([sealed, withoutLock, locked].map(classify), [
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
  const ofVersity = errorOf('Access denied', 'AccessDenied: Access Denied because object protected by object lock.')
  assert.ok(texts.isLocked(ofVersity))
  assert.not.ok(texts.isLocked(errorOf('Access denied', 'AccessDenied: Access Denied.')))
})

test('an IAM API that accepts no changes is recognized', () => {
  const ofSeaweedFS = errorOf('Access denied', 'AccessDenied: IAM write operations are disabled on this server')
  assert.ok(texts.isReadOnlyIam(ofSeaweedFS))
  assert.not.ok(texts.isReadOnlyIam(errorOf('Access denied', 'AccessDenied: Access Denied.')))
})

test('event and replication targets are recognized', () => {
  assert.ok(
    texts.isTargetMissing(
      errorOf('A specified destination ARN does not exist or is not well-formed. Verify the destination ARN.'),
    ),
  )
  assert.ok(texts.isRoleSet(errorOf('`Role` should be empty in ReplicationConfiguration for multiple targets')))
  assert.not.ok(texts.isRoleSet(errorOf('Destination bucket should not be empty')))
})

test('existing accounts, policies and keys are recognized', () => {
  assert.ok(
    texts.isAccessKeyTaken(
      errorOf(
        'The service account cannot be created: the service account access key already taken',
        'XMinioIAMServiceAccountNotAllowed',
      ),
    ),
  )
  assert.ok(texts.isBuiltIn(errorOf('inbuilt policy `readonly` not allowed to be deleted')))
  assert.ok(texts.isKmsKeyTaken(errorOf('key with given key ID already exits')))
  assert.ok(texts.isUnsupportedByKms(errorOf('requested functionality is not supported')))
  assert.not.ok(texts.isKmsKeyTaken(errorOf('requested functionality is not supported')))
})

test('errors of remote tiers are recognized', () => {
  // from a MinIO of 2026 whose remote is a MinIO
  const put = (message: string) =>
    errorOf(`failed to perform PUT: ${message}`, 'XMinioAdminTierInsufficientPermissions')
  const down = (cause: string) => errorOf(`Remote backend is unreachable (${cause})`, 'XMinioBackendDown')
  const classify = (text: ReturnType<typeof errorOf>) => [
    texts.isRemoteUnreachable(text),
    texts.isRemoteBucketMissing(text),
    texts.isRemoteRefusal(text),
  ]
  const get = (address: string) => `Get "${address}/tiered/?location=": `
  for (const text of [
    down(`${get('http://127.0.0.1:1')}dial tcp 127.0.0.1:1: connect: connection refused`),
    down(`${get('http://no-such-host.invalid')}lookup no-such-host.invalid on 10.0.0.53:53: no such host`),
    put(`${get('https://127.0.0.1:33897')}http: server gave HTTP response to HTTPS client`),
  ])
    assert.equal(classify(text), [true, false, false], text.message)
  assert.equal(classify(put('Bucket not found: nowhere')), [false, true, false])
  for (const message of [
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    'The Access Key Id you provided does not exist in our records.',
    'Prefix access is denied: tiered/p/probeobject',
  ])
    assert.equal(classify(put(message)), [false, false, true], message)
})

test('a target that does not respond, refused keys and missing permissions are distinguished', () => {
  const causes = (cause: string) => {
    const error = errorOf(
      `Remote service connection error (Remote service endpoint offline, target bucket: copy or remote service credentials: ana invalid \n\t${cause})`,
      'XMinioAdminReplicationRemoteConnectionError',
    )
    return [texts.isRemoteUnreachable(error), texts.targetRefusalOf(error)]
  }
  assert.equal(causes('Get "http://127.0.0.1:9/copy/?location=": dial tcp 127.0.0.1:9: connect: connection refused'), [
    true,
    undefined,
  ])
  for (const refusal of [
    'The Access Key Id you provided does not exist in our records.',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ])
    assert.equal(causes(refusal), [false, 'keys'])
  assert.equal(causes('Access Denied.'), [false, 'permissions'])
})
