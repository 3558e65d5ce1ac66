import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { assert, test } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { createEmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { actAs, openPorts } from '../../../test/lib/ports.ts'
import { quickSecrets } from '../../../test/lib/secrets.ts'
import { until } from '../../../test/lib/until.ts'

const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }

let folder = ''
test.before.each(() => void (folder = temporaryFolder('history')))

const at = async <T>(act: (backend: Awaited<ReturnType<typeof actAs>>) => Promise<T>, history = true) => {
  const engine = await createEmbeddedEngine({ folder, root, secrets: quickSecrets() })
  await openPorts(engine, { dashboard: { history } })
  try {
    return await act(await actAs(engine, await engine.login(root)))
  } finally {
    await engine.close()
  }
}

const charts = async (backend: Awaited<ReturnType<typeof actAs>>) => (await backend.dashboard.info()).charts
const waitForStart = (backend: Awaited<ReturnType<typeof actAs>>) =>
  until(async () => (await charts(backend))?.since !== undefined)

test('history is stored in the data folder and continues after a restart', async () => {
  const before = await at(async (backend) => {
    await waitForStart(backend)
    return charts(backend)
  })
  assert.is(before?.durable, true)
  assert.ok(statSync(join(folder, 'history')).size <= 64_000_000)
  const after = await at(async (backend) => {
    const found = await charts(backend)
    await until(async () => {
      const [series] = (await backend.dashboard.widget('53', {})).targets?.[0]?.result ?? []
      return series?.values.at(-1)?.[1] === '1'
    })
    return found
  })
  assert.is(after?.since, before?.since)
})

test('an invalid history file is replaced, and an unwritable folder keeps the history in memory', async () => {
  await at(async () => undefined)
  writeFileSync(join(folder, 'history'), 'x'.repeat(10_000))
  await at(waitForStart)
  rmSync(join(folder, 'history'))
  mkdirSync(join(folder, 'history'))
  assert.is((await at(async (backend) => (await waitForStart(backend), charts(backend))))?.durable, false)
})

test('objects are counted by size range', async () => {
  const put = async (backend: Awaited<ReturnType<typeof actAs>>, key: string, size: number) =>
    backend['object-browser'].put('sized', key, {
      size,
      type: 'text/plain',
      body: Readable.from([Buffer.alloc(size)]),
      signal: new AbortController().signal,
    })
  await at(async (backend) => {
    await backend.buckets.add({ name: 'sized', versioning: false, locking: false })
    for (const [key, size] of [
      ['a', 0],
      ['b', 1023],
      ['c', 1024],
      ['d', 1024 ** 2],
    ] as const)
      await put(backend, key, size)
  })
  await at(async (backend) => {
    const figure = async (id: string) =>
      (await backend.dashboard.widget(id, {})).targets?.[0]?.result?.[0]?.values.at(-1)?.[1]
    await until(async () => (await figure('44')) === '4')
    const lastValues = async (id: string) =>
      Object.fromEntries(
        ((await backend.dashboard.widget(id, {})).targets?.[0]?.result ?? []).map(({ metric, values }) => [
          Object.values(metric ?? {})[0],
          values.at(-1)?.[1],
        ]),
      )
    const sizes = await lastValues('52')
    assert.equal(
      [sizes.LESS_THAN_1024_B, sizes.BETWEEN_1024B_AND_1_MB, sizes.BETWEEN_1_MB_AND_10_MB, sizes.GREATER_THAN_512_MB],
      ['2', '1', '1', '0'],
    )
    assert.equal(
      [await figure('66'), await figure('44'), await figure('68')],
      ['1', '4', String(1023 + 1024 + 1024 ** 2)],
    )
  })
})

test('with history turned off there is no past data and no widget', async () => {
  await at(async (backend) => {
    const { widgets, charts } = await backend.dashboard.info()
    assert.equal([widgets, charts], [null, undefined])
    await backend.dashboard.widget('53', {}).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, 'Widget not found'),
    )
  }, false)
  assert.not.ok(existsSync(join(folder, 'history')))
})
