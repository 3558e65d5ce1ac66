import { assert } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import * as v from 'valibot'
import { hostname } from 'node:os'
import { diagnostic, type Report, type Speed, type SpeedKind } from '../contract.ts'
import { anonymize } from '../pages/anonymize.ts'
import { summarizeReport } from '../pages/report-summary.ts'
import type { Backend } from '../../../test/lib/ports.ts'
import { addUser, allow, onEveryEngine, expectFailure } from '../../../test/conformance/engines.ts'

const all = async <T>(messages: AsyncIterable<T>) => {
  const parts: T[] = []
  for await (const message of messages) parts.push(message)
  return parts
}

const signal = () => AbortSignal.timeout(50_000)

const loadOf = (load: v.InferInput<typeof diagnostic.speed.query>) => v.parse(diagnostic.speed.query, load)

const measured = (backend: Backend, kind: SpeedKind, load: v.InferInput<typeof diagnostic.speed.query> = {}) =>
  all<Speed>(backend.diagnostic.speed(kind, loadOf(load), signal()))

onEveryEngine('diagnostic', (test, peer) => {
  let report: Report | undefined

  test('a report arrives part by part and completes', async () => {
    const parts = await all((await peer().as()).diagnostic.report(60, signal()))
    report = parts.at(-1)
    assert.ok(parts.every(({ timestamp }) => !Number.isNaN(Date.parse(timestamp))))
    const reached = parts.slice(0, -1).map((step) => Object.keys(step.reached ?? {}).length)
    assert.equal(
      reached,
      [...reached].sort((one, other) => one - other),
      'parts do not go away',
    )
    assert.ok((reached.at(-1) ?? 0) >= 8)
    assert.is(report?.reached, undefined)
    assert.is(report?.version, '3')
    const { servers, drives, memory } = summarizeReport(report as Report)
    assert.is(servers.length, 1)
    assert.is(servers[0]?.state, 'online')
    assert.ok((servers[0]?.cores ?? 0) > 0)
    assert.ok(memory && memory.total > memory.used && memory.used > 0)
    assert.equal([drives.all, drives.ok], peer().name === 'minio' ? [4, 4] : [1, 1])
  })

  test('an anonymized report names no host, folder or setting, and has the same overview', () => {
    const plain = anonymize(report as Report)
    const text = JSON.stringify(plain)
    for (const name of [summarizeReport(report as Report).servers[0]?.name ?? '', '/tmp/', '127.0.0.1'])
      assert.not(text.includes(name), `it names ${name}`)
    assert.not(new RegExp(`\\b${hostname()}\\b.*"hostname"|"hostname":"${hostname()}"`).test(text))
    assert.equal(summarizeReport(plain).drives, summarizeReport(report as Report).drives)
    assert.is(summarizeReport(plain).servers[0]?.cores, summarizeReport(report as Report).servers[0]?.cores)
  })

  test('drives and objects are measured with growing load', async () => {
    const admin = await peer().as()
    const drives = await measured(admin, 'drive', { size: '8' })
    assert.is(drives.at(-1)?.done, true)
    assert.is(drives.at(-1)?.rates.length, peer().name === 'minio' ? 4 : 1)
    for (const { read, write, error } of drives.at(-1)?.rates ?? []) assert.ok(error === '' && read > 0 && write > 0)
    const objects = await measured(admin, 'object', { size: '2', seconds: '1', concurrent: '2' })
    assert.equal(pluck(objects.at(-1)?.rates, 'of'), [1024 ** 2, 2 * 1024 ** 2])
    for (const { read, write } of objects.at(-1)?.rates ?? []) assert.ok(read > 0 && write > 0)
  })

  test('a network of one server is not measured, and the reason is given', async () => {
    await expectFailure(501, measured(await peer().as(), 'net'), /several/)
  })

  test('a profile is a file', async () => {
    for (const type of ['cpu', 'mem'] as const) {
      const { name, body } = await (await peer().as()).diagnostic.profile(type, 1, signal())
      const bytes = Buffer.concat((await all(body)).map((piece) => Buffer.from(piece)))
      if (peer().name === 'minio') assert.equal([name, bytes.subarray(0, 2).toString()], [`profile-${type}.zip`, 'PK'])
      else
        assert.ok(Object.keys(JSON.parse(bytes.toString()) as object).includes(type === 'cpu' ? 'nodes' : 'head'), name)
    }
  })

  test('a caller without the rights is refused every diagnostic call', async () => {
    const reader = await peer().as(await addUser(await peer().as(), [allow(['s3:*'], ['*'])]))
    await expectFailure(403, all(reader.diagnostic.report(10, signal())), /admin:OBDInfo/)
    for (const kind of ['object', 'drive', 'net'] as const)
      await expectFailure(403, measured(reader, kind), /admin:OBDInfo/)
    await expectFailure(403, reader.diagnostic.profile('cpu', 1, signal()), /admin:Profiling/)
  })

  test('a client that disconnects ends the run', async () => {
    const controller = new AbortController()
    const parts = (await peer().as()).diagnostic
      .speed('object', loadOf({ seconds: '60', size: '1', concurrent: '1' }), controller.signal)
      [Symbol.asyncIterator]()
    const next = parts.next()
    setTimeout(() => controller.abort(), 300)
    assert.is((await next).done, true)
  })
})
