import { assert, test } from '../../lib/suite.ts'
import type { Failure } from '../../../core/protocol/failure.ts'
import { createCapabilities } from '../../../engines/s3/capabilities.ts'
import { S3Error } from '../../../engines/s3/s3-error.ts'

const refuse = (status: number, code: string) => async () => {
  throw new S3Error(status, code, { code })
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Failure,
  )

test('a feature that a server does not implement is missing for an hour, and not requested again', async () => {
  const time = { now: 0 }
  const capabilities = createCapabilities(undefined, () => time.now)
  assert.is(capabilities.isMissing('cors'), false)
  const error = await failure(capabilities.use('cors', 'docs', 'read', refuse(501, 'NotImplemented')))
  assert.is(error?.status, 501)
  assert.match(error?.message ?? '', /CORS/)
  assert.is(capabilities.isMissing('cors'), true)
  let requests = 0
  const count = async () => void (requests += 1)
  await failure(capabilities.use('cors', 'docs', 'read', count))
  assert.is(requests, 0)
  time.now = 60 * 60 * 1000
  await capabilities.use('cors', 'docs', 'read', count)
  assert.equal([requests, capabilities.isMissing('cors')], [1, false])
})

test('a feature that one bucket has is not missing', async () => {
  const capabilities = createCapabilities()
  await failure(capabilities.use('versions', 'directory', 'read', refuse(501, 'NotImplemented')))
  await capabilities.use('versions', 'docs', 'read', async () => '')
  assert.is(capabilities.isMissing('versions'), false)
})

test('a refused write counts, although reads are answered', async () => {
  const capabilities = createCapabilities()
  await capabilities.use('versions', 'docs', 'read', async () => '')
  await failure(capabilities.use('versions', 'docs', 'write', refuse(501, 'NotImplemented')))
  await capabilities.use('versions', 'docs', 'read', async () => '')
  assert.is(capabilities.isMissing('versions'), true)
})

test('a denied request proves nothing, and an error about the feature proves that it is offered', async () => {
  const capabilities = createCapabilities()
  await failure(capabilities.use('lifecycle', 'docs', 'read', refuse(403, 'AccessDenied')))
  assert.is(capabilities.isKnown('lifecycle'), false)
  const error = await failure(
    capabilities.use('lifecycle', 'docs', 'read', refuse(404, 'NoSuchLifecycleConfiguration')),
  )
  assert.is(error?.code, 'NoSuchLifecycleConfiguration')
  assert.equal([capabilities.isKnown('lifecycle'), capabilities.isMissing('lifecycle')], [true, false])
})

test('a server is assumed to lack features until it answers', async () => {
  const capabilities = createCapabilities(() => ['versions'])
  assert.equal([capabilities.isMissing('versions'), capabilities.isMissing('cors')], [true, false])
  await capabilities.use('versions', 'docs', 'read', async () => '')
  assert.is(capabilities.isMissing('versions'), false)
})

test('a result that proves nothing is not remembered', async () => {
  const capabilities = createCapabilities()
  await capabilities.use(
    'versions',
    'docs',
    'read',
    async () => '',
    (text) => text !== '',
  )
  assert.is(capabilities.isKnown('versions'), false)
})
