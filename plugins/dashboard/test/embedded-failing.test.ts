import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../../../test/lib/suite.ts'
import { until } from '../../../test/lib/until.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { openEngine, root } from '../../../test/engines/embedded/workspace.ts'
import { actAs } from '../../../test/lib/ports.ts'

test('a missing data folder counts as an offline drive, with an alert until it is back', async () => {
  const folder = join(temporaryFolder(), 'data')
  const engine = await openEngine(folder)
  const { dashboard } = await actAs(engine, await engine.login(root))
  await dashboard.changeRule('drives-offline', { threshold: 0, durationSeconds: 0, enabled: true })
  const drive = async () => (await dashboard.info()).servers?.[0]?.drives?.[0]?.state
  // the console's own sample may run at any time and names no drive
  const alerts = async () =>
    (await dashboard.alerts()).alerts
      .filter(({ source }) => source !== undefined)
      .map(({ rule, source, ended }) => [rule, source, ended !== undefined])
  // a sample that began before a change may be evaluated after it, so the state is read until it is right
  const becomes = (state: string, ended: boolean) =>
    until(async () => {
      if ((await drive()) !== state) return false
      const [newest] = await alerts()
      return JSON.stringify(newest) === JSON.stringify(['drives-offline', folder, ended])
    })
  assert.is(await drive(), 'ok')
  renameSync(folder, `${folder}-away`)
  await becomes('missing', false)
  renameSync(`${folder}-away`, folder)
  await becomes('ok', true)
})

test('changed rules and past alerts are stored in the data folder', async () => {
  const folder = temporaryFolder()
  const first = await openEngine(folder, root, { version: '1.0.0' })
  const { dashboard } = await actAs(first, await first.login(root))
  const ruleId = await dashboard.addRule({ metric: 'versions', level: 'danger', threshold: 0, durationSeconds: 0 })
  await dashboard.info()
  await first.close()
  const second = await openEngine(folder, root, { version: '1.0.0' })
  const again = (await actAs(second, await second.login(root))).dashboard
  const { alerts, durable } = await again.alerts()
  assert.is(durable, true)
  assert.equal(
    alerts.map(({ rule, ended }) => [rule, ended]),
    [[ruleId, undefined]],
  )
  await again.removeRule(ruleId)
  assert.ok((await again.alerts()).alerts[0]?.ended)
})

test('an alert stays open through a restart of the storage', async () => {
  const engine = await openEngine(temporaryFolder(), root, { version: '1.0.0' })
  const credentials = await engine.login(root)
  const { dashboard } = await actAs(engine, credentials)
  const ruleId = await dashboard.addRule({ metric: 'versions', level: 'danger', threshold: 0, durationSeconds: 0 })
  await dashboard.info()
  await engine.restart(credentials)
  await dashboard.info()
  assert.equal(
    (await dashboard.alerts()).alerts.map(({ rule, ended }) => [rule, ended]),
    [[ruleId, undefined]],
  )
})
