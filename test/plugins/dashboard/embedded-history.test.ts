import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { createSecrets } from '../../../engines/embedded/secrets.ts'
import { actAs } from '../../lib/ports.ts'
import { until } from '../../lib/until.ts'

const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
const quick = createSecrets({ N: 16, r: 8, p: 1, maxmem: 1 << 20 })

let folder = ''
test.before.each(() => void (folder = mkdtempSync(join(tmpdir(), 'stowage-history-'))))
test.after.each(() => rmSync(folder, { recursive: true, force: true }))

const at = async <T>(act: (backend: Awaited<ReturnType<typeof actAs>>) => Promise<T>, history: 'on' | 'off' = 'on') => {
  const engine = await createEmbeddedEngine({ folder, root, secrets: quick, history })
  try {
    return await act(await actAs(engine, await engine.login(root)))
  } finally {
    await engine.close()
  }
}

const charts = async (backend: Awaited<ReturnType<typeof actAs>>) => (await backend.dashboard.info()).charts
const begun = (backend: Awaited<ReturnType<typeof actAs>>) => until(async () => (await charts(backend))?.since !== undefined)

test('the past lies in the data folder, and the next start goes on with it', async () => {
  const before = await at(async (backend) => {
    await begun(backend)
    return charts(backend)
  })
  assert.is(before?.kept, 'disk')
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

test('a file that is something else is begun anew, and a place that cannot be written leaves it in memory', async () => {
  await at(async () => undefined)
  writeFileSync(join(folder, 'history'), 'x'.repeat(10_000))
  await at(begun)
  rmSync(join(folder, 'history'))
  mkdirSync(join(folder, 'history'))
  assert.is((await at(async (backend) => (await begun(backend), charts(backend))))?.kept, 'memory')
})

test('switched off there is no past and no widget', async () => {
  await at(async (backend) => {
    const { widgets, charts } = await backend.dashboard.info()
    assert.equal([widgets, charts], [null, undefined])
    await backend.dashboard.widget('53', {}).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, 'Widget not found'),
    )
  }, 'off')
  assert.not.ok(existsSync(join(folder, 'history')))
})

test.run()
