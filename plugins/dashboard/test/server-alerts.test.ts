import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { startReceiver } from '../../../test/lib/receiver.ts'
import { until } from '../../../test/lib/until.ts'
import { hookAt, setup, start, type WebhookMessage } from './alerts-setup.ts'

test('an alert states its start, its subject and its end', async () => {
  const { begin } = setup()
  const { alerts, see, list } = await begin()
  await see(1, 80, 'node-4:/mnt/disk2')
  const [{ id, ...running } = { id: '' }, ...others] = list()
  assert.equal(others, [])
  assert.equal(running, {
    rule: 'drives-offline',
    metric: 'drives-offline',
    level: 'danger',
    threshold: 0,
    value: 1,
    source: 'node-4:/mnt/disk2',
    started: new Date(start).toISOString(),
  })
  assert.equal(pluck(alerts.running(), 'id'), [id])
  await see(0, 300)
  assert.is(list()[0]?.ended, new Date(start + 100_000).toISOString())
  assert.equal(alerts.running(), [])
  await alerts.close()
})

test('open and closed alerts and changed rules survive a restart', async () => {
  const { begin, pass } = setup()
  const first = await begin()
  await first.alerts.changeRule('versions', { enabled: false, threshold: 3, durationSeconds: 5 })
  const ruleId = await first.alerts.addRule({
    metric: 'drives-offline',
    level: 'warning',
    threshold: 5,
    durationSeconds: 0,
  })
  await first.see(9, 80)
  await first.alerts.close()
  pass(3_600_000)
  const { alerts, see, list } = await begin()
  assert.equal(
    list().map(({ rule, ended }) => [rule, ended]),
    [
      ['drives-offline', undefined],
      [ruleId, undefined],
    ],
  )
  const { enabled, threshold, durationSeconds } = alerts.rules(true).rules.find(({ id }) => id === 'versions')!
  assert.equal([enabled, threshold, durationSeconds], [false, 3, 5])
  await see(9, 80)
  assert.is(list().length, 2, 'a second alert was opened')
  await see(0, 300)
  assert.equal(alerts.running(), [])
  await alerts.close()
})

test('a sample that began before the last evaluated one changes no alert', async () => {
  const { begin, pass } = setup()
  const { alerts, list } = await begin()
  await alerts.changeRule('drives-offline', { enabled: true, threshold: 0, durationSeconds: 0 })
  pass(1000)
  await alerts.take({ 'drives-offline': { value: 1 }, versions: { value: 1 } })
  await alerts.take({ 'drives-offline': { value: 0 }, 'servers-offline': { value: 0 } }, start)
  assert.is(alerts.running().length, 1)
  assert.is(list()[0]?.value, 1)
  const valueOf = (id: string) => alerts.rules(true).rules.find((rule) => rule.id === id)?.value
  assert.is(valueOf('drives-offline'), 1)
  assert.is(valueOf('servers-offline'), 0, 'the first sample of a metric is never late')
  // the clock was set back
  pass(-3_600_000)
  await alerts.take({ 'drives-offline': { value: 0 } })
  assert.equal(alerts.running(), [])
  await alerts.close()
})

test('a subscriber misses no alert, even during the initial messages', async () => {
  const { begin } = setup()
  const { alerts } = await begin()
  const over = new AbortController()
  const feed = alerts.follow(over.signal)
  const next = async () => ((await feed.next()).value?.alerts ?? []).map(({ title }) => title)
  assert.equal(await next(), [])
  const ruleId = await alerts.addRule({ metric: 'drives-offline', level: 'warning', threshold: 0, durationSeconds: 0 })
  await alerts.take({ 'drives-offline': { value: 1 } })
  // the change arrives in one or two messages
  let last = await next()
  if (last.length === 0) last = await next()
  assert.equal(last, ['Drives offline'])
  await alerts.removeRule(ruleId)
  for (let rest = await next(); rest.length > 0; ) rest = await next()
  over.abort()
  while (!(await feed.next()).done);
  await alerts.close()
})

test('a rule that is turned off or deleted closes its alert, and built-in rules remain', async () => {
  const { begin } = setup()
  const { alerts, see } = await begin()
  const ruleId = await alerts.addRule({ metric: 'drives-offline', level: 'warning', threshold: 0, durationSeconds: 0 })
  await see(1, 80)
  assert.is(alerts.running().length, 2)
  await alerts.changeRule('drives-offline', { enabled: false, threshold: 0, durationSeconds: 60 })
  await alerts.removeRule(ruleId)
  assert.equal(alerts.running(), [])
  for (const [id, status] of [
    ['drives-offline', 409],
    [ruleId, 404],
  ] as const)
    await alerts.removeRule(id).then(
      () => assert.unreachable(),
      (error: { status: number }) => assert.is(error.status, status),
    )
  await alerts.close()
})

test('a webhook receives start and end of an alert, and failed deliveries are retried after a restart', async () => {
  const { begin, delays, again } = setup()
  const receiver = await startReceiver()
  receiver.state.behavior = 503
  const first = await begin()
  await first.alerts.setHook(hookAt(receiver.url))
  await first.see(1, 60, '/mnt/disk2')
  for (const tries of [1, 2, 3]) {
    await until(() => delays.length === tries)
    if (tries < 3) again()
  }
  assert.equal(delays, [1000, 2000, 4000])
  assert.equal(first.list()[0]?.delivery, { state: 'waiting', tries: 3, reason: 'it responds with status 503' })
  await first.alerts.close()

  receiver.state.behavior = 'takes'
  const { alerts, see, list } = await begin()
  await until(() => list()[0]?.delivery?.state === 'delivered')
  assert.is(list()[0]?.delivery?.tries, 4)
  await see(0, 320)
  await until(() => receiver.events.length === 2)
  const messages = receiver.events.map(({ event }) => event as unknown as WebhookMessage)
  assert.equal(
    messages.map(({ state, text }) => [state, text]),
    [
      ['started', 'Alert: Drives offline: 1 drive, /mnt/disk2'],
      ['ended', 'Over: Drives offline, /mnt/disk2'],
    ],
  )
  assert.is(messages[1]?.alert.started, messages[0]?.alert.started)
  assert.ok(messages[1]?.alert.ended)
  await alerts.close()
})

test('tries of the messages about the start and the end of an alert are counted separately', async () => {
  const { begin, delays, again } = setup()
  const receiver = await startReceiver()
  receiver.state.behavior = 503
  const { alerts, see, list } = await begin()
  await alerts.setHook(hookAt(receiver.url))
  await see(1, 60)
  await until(() => delays.length === 1)
  again()
  await until(() => delays.length === 2)
  const reason = 'it responds with status 503'
  await see(0, 320)
  // the end of an alert retries the message about its start
  await until(() => delays.length === 3)
  assert.ok(list()[0]?.ended)
  assert.equal(delays, [1000, 2000, 4000])
  assert.equal(list()[0]?.delivery, { state: 'waiting', tries: 3, reason })

  receiver.state.behavior = 'takes'
  again()
  await until(() => list()[0]?.delivery?.state === 'delivered' && receiver.events.length === 2)
  assert.equal(list()[0]?.delivery, { state: 'delivered', tries: 1 })
  await alerts.close()
})

test("a webhook in the console's own network is refused, and a new one gets no messages of a deleted one", async () => {
  const { begin, delays } = setup()
  const receiver = await startReceiver()
  receiver.state.behavior = 500
  const { alerts, see, list } = await begin()
  await alerts.setHook(hookAt('http://10.0.0.1/hook')).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /^Endpoint: "10\.0\.0\.1" is in/),
  )
  await alerts.setHook(hookAt(receiver.url))
  await see(1, 60)
  await until(() => delays.length === 1)
  receiver.state.behavior = 'takes'
  await alerts.setHook(hookAt(''))
  assert.is(list()[0]?.delivery?.state, 'failed')
  await alerts.close()
  assert.equal(receiver.events, [])
})

test('an account that may not change the webhook sees its host but no secret in its path', async () => {
  const { begin } = setup()
  const { alerts } = await begin()
  await alerts.setHook(hookAt('http://127.0.0.1:9/services/secret'))
  assert.is(alerts.rules(true).endpoint, 'http://127.0.0.1:9/services/secret')
  assert.is(alerts.rules(false).endpoint, '127.0.0.1:9')
  await alerts.close()
})

test('rules, alerts and messages that an earlier version stored are read', async () => {
  const { begin, keyValueStore } = setup()
  const rule = { id: 'versions', figure: 'versions', level: 'danger', threshold: 3, hold: 5, on: false }
  const alert = { id: '1', rule: 'own-1', figure: 'drives-offline', level: 'danger', threshold: 0, value: 1 }
  const began = new Date(start).toISOString()
  const failed = { state: 'failed', tries: 9, reason: 'it responds with status 503' }
  await keyValueStore.write(
    'dashboard-alerts',
    JSON.stringify({
      rules: [rule],
      endpoint: 'http://127.0.0.1:9/',
      alerts: [
        { ...alert, where: 'node-4', began, ended: began, told: { ...failed, state: 'given-up' } },
        { ...alert, id: '2', began, ended: began },
      ],
      notices: [{ alert: '2', turn: 'began', since: start }],
      last: 2,
    }),
  )
  const { alerts, list } = await begin()
  const { own: _, ...read } = alerts.rules(true).rules.find(({ id }) => id === 'versions')!
  assert.equal(read, {
    id: 'versions',
    metric: 'versions',
    level: 'danger',
    threshold: 3,
    durationSeconds: 5,
    enabled: false,
  })
  const { figure: metric, ...rest } = alert
  const { delivery, ...stored } = list()[0] ?? {}
  assert.equal(stored, { ...rest, metric, source: 'node-4', started: began, ended: began })
  assert.equal(delivery, failed)
  await alerts.close()
  const { notices } = JSON.parse((await keyValueStore.read('dashboard-alerts')) ?? '') as { notices: object[] }
  assert.equal(notices, [{ alert: '2', event: 'started', since: start }])
})

test('records of another version that this one does not understand are skipped, and the rest is read', async () => {
  const { begin, keyValueStore } = setup()
  const first = await begin()
  const ruleId = await first.alerts.addRule({ metric: 'clock-skew', level: 'danger', threshold: 7, durationSeconds: 0 })
  await first.see(1, 80)
  await first.alerts.close()
  const stored = JSON.parse((await keyValueStore.read('dashboard-alerts')) ?? '') as {
    rules: object[]
    alerts: object[]
  }
  const unknownMetric = { metric: 'phase-of-the-moon', level: 'warning', threshold: 1 }
  stored.rules.push({ ...unknownMetric, id: 'own-99', durationSeconds: 0, enabled: true })
  stored.alerts.push({ ...unknownMetric, id: '99', rule: 'own-99', value: 2, started: new Date(start).toISOString() })
  await keyValueStore.write('dashboard-alerts', JSON.stringify(stored))
  const { alerts, list } = await begin()
  assert.equal(pluck(list(), 'rule'), ['drives-offline'])
  assert.equal(
    alerts.rules(true).rules.flatMap(({ id, own: isOwn }) => (isOwn ? [id] : [])),
    [ruleId],
  )
  await alerts.close()
})
