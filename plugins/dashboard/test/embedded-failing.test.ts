import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../../../test/lib/suite.ts'
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
  assert.is(await drive(), 'ok')
  renameSync(folder, `${folder}-away`)
  assert.is(await drive(), 'missing')
  assert.equal(await alerts(), [['drives-offline', folder, false]])
  renameSync(`${folder}-away`, folder)
  assert.is(await drive(), 'ok')
  assert.equal(await alerts(), [['drives-offline', folder, true]])
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
