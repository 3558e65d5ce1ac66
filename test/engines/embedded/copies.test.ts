import { readFileSync } from 'node:fs'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { until } from '../../lib/until.ts'
import { bucket, filesIn, openEngine, put, read, signIn } from './workspace.ts'

test("a copy shares its source's disk space, and remains after the source is removed or replaced", async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const { buckets, 'object-browser': objects } = await signIn(engine)
  await buckets.add(bucket('one'))
  await put(objects, 'one', 'a', 'content')
  const copy = (from: string, to: string) =>
    objects.copy({
      from: { bucket: 'one', key: from, version: undefined },
      to: { bucket: 'one', key: to },
      existing: 'replace',
    })
  await copy('a', 'b')
  await copy('b', 'b')
  await put(objects, 'one', 'a', 'other')
  await objects.remove('one', 'a')
  assert.is((await read(objects, 'one', 'b')).toString(), 'content')
  assert.is((await buckets.list())[0]?.size, 7)
  await until(() => filesIn(folder).length === 1)
})

test('a copy into an encrypted bucket is encrypted, and one out of it is readable', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const { buckets, 'object-browser': objects } = await signIn(engine)
  for (const name of ['plain', 'sealed']) await buckets.add(bucket(name))
  await buckets.setEncryption('sealed', { algorithm: 'AES256', kmsMasterKeyID: '' })
  const secret = 'a secret that nobody is to find'
  await put(objects, 'plain', 'a', secret)
  await objects.move({
    from: { bucket: 'plain', key: 'a', version: undefined },
    to: { bucket: 'sealed', key: 'a' },
    existing: 'keep',
  })
  await until(() => filesIn(folder).length === 1)
  assert.not(filesIn(folder).some((file) => readFileSync(file).includes(secret)))
  assert.is((await objects.info('sealed', 'a')).encryption, 'SSE-S3')
  await objects.copy({
    from: { bucket: 'sealed', key: 'a', version: undefined },
    to: { bucket: 'plain', key: 'b' },
    existing: 'keep',
  })
  assert.equal(
    [(await read(objects, 'sealed', 'a')).toString(), (await read(objects, 'plain', 'b')).toString()],
    [secret, secret],
  )
})
