import { assert, test } from '../../lib/suite.ts'
import * as minioTexts from '../../../engines/minio/error-texts.ts'
import * as s3Texts from '../../../engines/s3/error-texts.ts'

const texts = { ...minioTexts, ...s3Texts }

/** As `refusalOf` makes it: the message of the server, with its code before it in the detail. */
const said = (message: string, code = 'InternalError') => ({ message, detail: `${code}: ${message}` })

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
  // of a MinIO of 2026 on a full tmpfs; it predicts smaller shortages and reports them with a separate code
  assert.ok(texts.isDriveFull('We encountered an internal error, please try again.: cause(no space left on device)'))
  assert.not.ok(
    texts.isDriveFull(
      'Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.',
    ),
  )
  assert.ok(texts.isWriteFailure(said('Storage resources are insufficient for the write operation .minio.sys/a')))
  assert.ok(texts.isWriteFailure({ message: 'x', detail: 'SlowDownWrite: Resource requested is unwritable' }))
  assert.not.ok(texts.isWriteFailure(said('Storage resources are insufficient for the read operation a/b')))
})

test('an unavailable directory differs from a wrong password', () => {
  // of a MinIO of 2026 and OpenLDAP: stopped, a wrong password, and nobody of that name
  const error = (result: string) => said(`LDAP server error: ${result}`, 'InvalidParameterValue')
  const away = 'LDAP Result Code 200 "Network Error": dial tcp 127.0.0.1:38893: connect: connection refused'
  const wrong =
    'LDAP auth failed for DN uid=anna,ou=people,dc=example,dc=org: LDAP Result Code 49 "Invalid Credentials": '
  assert.ok(texts.isDirectoryAway(error(away)))
  assert.not.ok(texts.isDirectoryAway(error(wrong)))
  assert.not.ok(texts.isDirectoryAway(error('Unable to find user DN: User DN not found for: nobody')))
})

test('the meanings of InvalidRequest differ', () => {
  const sealed = said(
    'The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.',
  )
  const unlocked = said('Bucket is missing ObjectLockConfiguration')
  const locked = said('Object is WORM protected and cannot be overwritten')
  const tell = (text: typeof sealed) => [texts.isSealed(text), texts.isWithoutLocking(text), texts.isLocked(text)]
  assert.equal([sealed, unlocked, locked].map(tell), [
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
  const ofVersity = said('Access denied', 'AccessDenied: Access Denied because object protected by object lock.')
  assert.ok(texts.isLocked(ofVersity))
  assert.not.ok(texts.isLocked(said('Access denied', 'AccessDenied: Access Denied.')))
})

test('event and replication targets are recognized', () => {
  assert.ok(
    texts.isTargetMissing(
      said('A specified destination ARN does not exist or is not well-formed. Verify the destination ARN.'),
    ),
  )
  assert.ok(texts.isRoleSet(said('`Role` should be empty in ReplicationConfiguration for multiple targets')))
  assert.not.ok(texts.isRoleSet(said('Destination bucket should not be empty')))
})

test('existing accounts, policies and keys are recognized', () => {
  assert.ok(
    texts.isAccessKeyTaken(
      said(
        'The service account cannot be created: the service account access key already taken',
        'XMinioIAMServiceAccountNotAllowed',
      ),
    ),
  )
  assert.ok(texts.isBuiltIn(said('inbuilt policy `readonly` not allowed to be deleted')))
  assert.ok(texts.isKmsKeyThere(said('key with given key ID already exits')))
  assert.ok(texts.isUnsupportedByKms(said('requested functionality is not supported')))
  assert.not.ok(texts.isKmsKeyThere(said('requested functionality is not supported')))
})

test('errors of remote tiers are recognized', () => {
  // of a MinIO of 2026 whose remote is a MinIO
  const put = (message: string) => said(`failed to perform PUT: ${message}`, 'XMinioAdminTierInsufficientPermissions')
  const down = (cause: string) => said(`Remote backend is unreachable (${cause})`, 'XMinioBackendDown')
  const tell = (text: ReturnType<typeof said>) => [
    texts.isRemoteAway(text),
    texts.isRemoteBucketMissing(text),
    texts.isRemoteRefusal(text),
  ]
  const get = (address: string) => `Get "${address}/tiered/?location=": `
  for (const text of [
    down(`${get('http://127.0.0.1:1')}dial tcp 127.0.0.1:1: connect: connection refused`),
    down(`${get('http://no-such-host.invalid')}lookup no-such-host.invalid on 10.0.0.53:53: no such host`),
    put(`${get('https://127.0.0.1:33897')}http: server gave HTTP response to HTTPS client`),
  ])
    assert.equal(tell(text), [true, false, false], text.message)
  assert.equal(tell(put('Bucket not found: nowhere')), [false, true, false])
  for (const message of [
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    'The Access Key Id you provided does not exist in our records.',
    'Prefix access is denied: tiered/p/probeobject',
  ])
    assert.equal(tell(put(message)), [false, false, true], message)
})
