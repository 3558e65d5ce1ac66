import { assert } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { formatGoDuration } from '../../../ui/go-duration.ts'
import { Filter, type ServedCall } from '../contract.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../test/conformance/engines.ts'
import type { Backend } from '../../../test/lib/ports.ts'

const filterOf = (query: v.InferInput<typeof Filter> = {}) => v.parse(Filter, query)

async function* once(bytes: Uint8Array) {
  yield bytes
}

const put = (backend: Backend, bucket: string, key: string, text = 'hello') => {
  const body = Buffer.from(text)
  const { signal } = new AbortController()
  return backend['object-browser'].put(bucket, key, { size: body.length, type: 'text/plain', body: once(body), signal })
}

const readAll = async (body: AsyncIterable<Uint8Array>) => {
  for await (const _ of body);
}

/** Collects calls until one has this API name and path, and repeats `work` meanwhile. */
const collectCalls = async (
  backend: Backend,
  query: v.InferInput<typeof Filter>,
  last: [api: string, path: string],
  work: () => Promise<unknown>,
) => {
  const controller = new AbortController()
  const calls: ServedCall[] = []
  const timer = setInterval(() => void work().catch(() => undefined), 100)
  try {
    for await (const call of backend.trace.follow(filterOf(query), controller.signal)) {
      calls.push(call)
      if (call.api === last[0] && call.path === last[1]) break
    }
  } finally {
    clearInterval(timer)
    controller.abort()
  }
  return calls
}

const bucketWith = async (backend: Backend) => {
  const bucket = uniqueName('traced')
  await backend.buckets.add({ name: bucket, versioning: false, locking: false })
  return bucket
}

onEveryEngine('trace', (test, peer) => {
  test('storing and reading an object is traced with duration and size', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const started = Date.now() - 1000
    const calls = await collectCalls(admin, {}, ['s3.GetObject', `/${bucket}/a b.txt`], async () => {
      await put(admin, bucket, 'a b.txt')
      await readAll((await admin['object-browser'].get(bucket, 'a b.txt', {})).body)
    })
    const stored = calls.find(({ api, path }) => api === 's3.PutObject' && path === `/${bucket}/a b.txt`)
    const read = calls.at(-1)
    for (const call of [stored, read]) {
      assert.is(call?.statusCode, 200)
      assert.is(call?.statusMsg, 'OK')
      assert.ok(call?.host)
      assert.ok(Date.parse(call?.time ?? '') >= started)
      assert.match(call?.callStats.duration ?? '', /^[\d.]+(µs|ms|s)$/)
    }
    assert.ok((stored?.callStats.rx ?? 0) >= 5)
    assert.ok((read?.callStats.tx ?? 0) >= 5)
  })

  test('failed calls are traced with their status, and can be filtered', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const calls = await collectCalls(admin, { onlyErrors: 'yes' }, ['s3.GetObject', `/${bucket}/missing`], async () => {
      await put(admin, bucket, 'there')
      await admin['object-browser'].get(bucket, 'missing', {})
    })
    assert.equal([calls.at(-1)?.statusCode, calls.at(-1)?.statusMsg], [404, 'Not Found'])
    assert.ok(calls.every(({ statusCode }) => statusCode >= 400))
  })

  test('filters are combined', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const filter = { path: '/WANTED', method: 'PUT', funcname: 'putobj', statusCode: '200' }
    const calls = await collectCalls(admin, filter, ['s3.PutObject', `/${bucket}/wanted/2`], async () => {
      await put(admin, bucket, 'other')
      await put(admin, bucket, 'wanted/1')
      await readAll((await admin['object-browser'].get(bucket, 'wanted/1', {})).body)
      await admin['object-browser'].remove(bucket, 'wanted/1')
      await put(admin, bucket, 'wanted/2')
    })
    assert.ok(calls.length >= 1)
    assert.ok(calls.every(({ api, path }) => api === 's3.PutObject' && path.includes('/wanted/')))
  })

  test('admin calls are traced on request, without their secrets', async () => {
    const admin = await peer().as()
    const name = uniqueName('told')
    const calls: ServedCall[] = await collectCalls(
      admin,
      { calls: 'internal,os' },
      ['admin.ServerInfo', peer().name === 'minio' ? '/minio/admin/v3/info' : '/dashboard'],
      async () => {
        await admin.identity
          .addUser({ accessKey: name, secretKey: 'never-to-be-seen', groups: [], policies: [] })
          .catch(() => undefined)
        await admin.dashboard.info()
      },
    )
    assert.not(calls.some(({ api }) => api.startsWith('s3.')))
    assert.not(JSON.stringify(calls).includes('never-to-be-seen'))
  })

  test('headers are traced without keys, and with the account of the call', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const last = (
      await collectCalls(admin, { path: bucket, headers: 'yes' }, ['s3.PutObject', `/${bucket}/named`], () =>
        put(admin, bucket, 'named'),
      )
    ).at(-1)
    assert.ok(last?.user)
    assert.is(last?.requestHeaders !== undefined, peer().name === 'minio')
    const of = (name: string) => last?.requestHeaders?.find(([header]) => header.toLowerCase() === name)?.[1]
    if (peer().name === 'minio') assert.equal([of('authorization'), of('content-type')], ['hidden', 'text/plain'])
    const plain = (
      await collectCalls(admin, { path: bucket }, ['s3.PutObject', `/${bucket}/named`], () =>
        put(admin, bucket, 'named'),
      )
    ).at(-1)
    assert.is(plain?.requestHeaders, undefined)
  })

  test('calls are filtered by account, and have the request ID of the audit', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const name = await addUser(admin, ['readwrite'])
    const other = await peer().as(name)
    const calls = await collectCalls(
      admin,
      { user: name.accessKey.toUpperCase(), path: bucket },
      ['s3.PutObject', `/${bucket}/theirs`],
      async () => {
        await put(admin, bucket, 'mine')
        await put(other, bucket, 'theirs')
      },
    )
    assert.equal([...new Set(calls.map(({ user }) => user))], [name.accessKey])
    assert.ok(calls.every(({ path }) => path !== `/${bucket}/mine`))
    if (peer().name === 'minio') assert.match(calls.at(-1)?.requestID ?? '', /^[\dA-F]{16}$/)
  })

  test('unsupported kinds of calls match nothing and cause no error', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const filter = { calls: 's3,scanner,healing,ilm,kms,bootstrap,batch-replication', path: bucket }
    assert.ok(
      (await collectCalls(admin, filter, ['s3.PutObject', `/${bucket}/x`], () => put(admin, bucket, 'x'))).length > 0,
    )
  })

  test('a threshold leaves out faster calls', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const controller = new AbortController()
    const first = admin.trace
      .follow(filterOf({ threshold: String(3600e9), path: bucket }), controller.signal)
      [Symbol.asyncIterator]()
      .next()
    for (let turn = 0; turn < 5; turn++) await put(admin, bucket, 'quick')
    const plain = await collectCalls(admin, { path: bucket }, ['s3.PutObject', `/${bucket}/quick`], () =>
      put(admin, bucket, 'quick'),
    )
    controller.abort()
    assert.is((await first).done, true)
    assert.is.not(plain.at(-1)?.callStats.duration, formatGoDuration(0))
  })

  test('a caller without the right to trace is refused, and one with only that right is not', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const { signal } = new AbortController()
    const reader = await peer().as(await addUser(admin, [allow(['s3:*'], ['*'])]))
    const failure = await expectFailure(403, reader.trace.follow(filterOf(), signal)[Symbol.asyncIterator]().next())
    assert.is(failure.detail, 'admin:ServerTrace is not granted')
    const operator = await peer().as(await addUser(admin, ['diagnostics']))
    assert.ok(
      (await collectCalls(operator, {}, ['s3.PutObject', `/${bucket}/x`], () => put(admin, bucket, 'x'))).length,
    )
  })

  test('the trace ends with its subscriber', async () => {
    const admin = await peer().as()
    const controller = new AbortController()
    const calls = admin.trace.follow(filterOf(), controller.signal)[Symbol.asyncIterator]()
    setTimeout(() => controller.abort(), 50)
    // calls of the previous tests may still arrive
    while (!(await calls.next()).done);
    assert.is((await calls.next()).done, true)
  })
})
