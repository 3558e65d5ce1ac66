import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as texts from '../../../engines/minio/error-texts.ts'

/** As `refusalOf` makes it: the message of the server, with its code before it in the detail. */
const said = (message: string, code = 'InternalError') => ({ message, detail: `${code}: ${message}` })

test('a server that is starting says so', () => {
  for (const text of [
    'Server not initialized, please try again',
    'Server not initialized yet, please try again.',
    'IAM sub-system not initialized yet, please try again.',
  ])
    assert.ok(texts.isStarting(text), text)
  assert.not.ok(texts.isStarting('The access key is not valid. Server not initialized'))
})

test('a full drive is recognised, and a storage that cannot write', () => {
  assert.ok(texts.isDriveFull('write /data/.minio.sys/tmp/x: no space left on device'))
  assert.ok(texts.isWriteFailure(said('Storage resources are insufficient for the write operation .minio.sys/a')))
  assert.ok(texts.isWriteFailure({ message: 'x', detail: 'SlowDownWrite: Resource requested is unwritable' }))
  assert.not.ok(texts.isWriteFailure(said('Storage resources are insufficient for the read operation a/b')))
})

test('a directory that is away differs from a wrong password', () => {
  const error = (result: string) => said(`LDAP server error: ${result}`, 'LDAPError')
  assert.ok(texts.isDirectoryAway(error('LDAP Result Code 200 "Network Error": dial tcp: connection refused')))
  assert.not.ok(texts.isDirectoryAway(error('LDAP Result Code 49 "Invalid Credentials": ')))
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
})

test('targets of events and of replication are recognised', () => {
  assert.ok(
    texts.isTargetMissing(
      said('A specified destination ARN does not exist or is not well-formed. Verify the destination ARN.'),
    ),
  )
  assert.ok(texts.isRoleSet(said('`Role` should be empty in ReplicationConfiguration for multiple targets')))
  assert.not.ok(texts.isRoleSet(said('Destination bucket should not be empty')))
})

test('accounts, policies and keys that are there already are recognised', () => {
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

test('what is wrong with a remote tier is recognised', () => {
  const away = said('Get "https://far.example/x": dial tcp 10.0.0.1:443: connect: connection refused')
  const bucket = said('The specified bucket does not exist')
  const keys = said('The Access Key Id you provided does not exist in our records.')
  const tell = (text: typeof away) => [
    texts.isRemoteAway(text),
    texts.isRemoteBucketMissing(text),
    texts.isRemoteRefusal(text),
  ]
  assert.equal([away, bucket, keys].map(tell), [
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
})

test.run()
