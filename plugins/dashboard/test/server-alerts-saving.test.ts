import { assert, test } from '../../../test/lib/suite.ts'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { createSecretBox } from '../../../engines/lib/secret-box.ts'
import { startReceiver } from '../../../test/lib/receiver.ts'
import { until } from '../../../test/lib/until.ts'
import { hookAt, setup, type WebhookMessage } from './alerts-setup.ts'

test('damaged stored rules are copied, and leave the console with its default rules', async () => {
  const { begin, keyValueStore } = setup()
  await keyValueStore.write('dashboard-alerts', '{"rules": 7')
  const { alerts, list } = await begin()
  assert.ok(alerts.rules(true).rules.length > 5)
  assert.equal(list(), [])
  await alerts.close()
  assert.is(await keyValueStore.read('dashboard-alerts-damaged'), '{"rules": 7')
})

const ownRule = { metric: 'clock-skew', level: 'danger', threshold: 7, durationSeconds: 0 } as const

test('a change that cannot be saved is refused and undone, and a later one is saved', async () => {
  const { begin, disk } = setup()
  const { alerts } = await begin()
  const rulesBefore = alerts.rules(true)
  disk.isFull = true
  const { status, message, detail } = await failureOf(alerts.addRule(ownRule))
  assert.equal([status, message], [507, 'The change could not be saved'])
  assert.match(detail ?? '', /no space left/)
  const change = { enabled: false, threshold: 3, durationSeconds: 60 }
  assert.is((await failureOf(alerts.changeRule('drives-offline', change))).status, 507)
  assert.equal(alerts.rules(true), rulesBefore)
  disk.isFull = false
  await alerts.addRule(ownRule)
  await alerts.close()
  const second = (await begin()).alerts
  assert.is(second.rules(true).rules.length, rulesBefore.rules.length + 1)
  await second.close()
})

test('a change that cannot be saved neither ends an alert nor drops or sends a message', async () => {
  const { begin, disk, again } = setup()
  const receiver = await startReceiver()
  receiver.state.behavior = 503
  const { alerts, see, list } = await begin()
  const ruleId = await alerts.addRule({ ...ownRule, metric: 'drives-offline', threshold: 0 })
  await alerts.setHook(hookAt(receiver.url))
  await see(1, 80)
  disk.isFull = true
  const change = { enabled: false, threshold: 3, durationSeconds: 60 }
  for (const refused of [
    alerts.changeRule('drives-offline', change),
    alerts.removeRule(ruleId),
    alerts.setHook(hookAt('')),
  ])
    assert.is((await failureOf(refused)).status, 507)
  const rows = list().map(({ rule, threshold, ended }) => [rule, threshold, ended])
  assert.equal(rows, [
    ['drives-offline', 0, undefined],
    [ruleId, 0, undefined],
  ])
  disk.isFull = false
  receiver.state.behavior = 'takes'
  await until(() => {
    again()
    return list().every(({ delivery }) => delivery?.state !== 'waiting')
  })
  const messages = receiver.events.map(({ event }) => event as unknown as WebhookMessage)
  assert.equal(pluck(messages, 'state'), ['started', 'started'])
  await alerts.close()
})

test('an alert that starts while a change is saved is not lost', async () => {
  const { begin, keyValueStore } = setup()
  let save = () => {}
  const isSaving = new Promise<void>((resolve) => (save = resolve))
  let isHeld = true
  const { alerts, see, list } = await begin({
    keyValueStore: {
      ...keyValueStore,
      write: async (name, text) => {
        if (isHeld) await isSaving
        await keyValueStore.write(name, text)
      },
    },
  })
  const change = alerts.changeRule('versions', { enabled: false, threshold: 3, durationSeconds: 5 })
  await see(1, 40)
  const seen = see(1, 60)
  await until(() => list().length === 1)
  isHeld = false
  save()
  await Promise.all([change, seen])
  await alerts.close()
  const again = await begin()
  assert.equal(
    [pluck(again.list(), 'rule'), again.alerts.rules(true).rules.find(({ id }) => id === 'versions')?.enabled],
    [['drives-offline'], false],
  )
  await again.alerts.close()
})

test('a webhook that cannot be decrypted is saved for when its key is back', async () => {
  const { begin } = setup()
  const first = await begin()
  await first.alerts.setHook(hookAt('http://127.0.0.1:9/hook'))
  await first.alerts.close()
  const other = await begin({ secrets: createSecretBox(undefined) })
  assert.is(other.alerts.rules(true).endpoint, '')
  await other.alerts.addRule(ownRule)
  await other.alerts.close()
  const third = await begin()
  assert.is(third.alerts.rules(true).endpoint, 'http://127.0.0.1:9/hook')
  await third.alerts.close()
})
